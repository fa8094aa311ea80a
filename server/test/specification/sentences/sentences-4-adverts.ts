import { sentencesUnder } from './sentence.ts'

/** Section 4 up to the market indicator: what becomes of an advert. */
export const section4AdvertSentences = [
  ...sentencesUnder('4.statuses', [
    "UNSENT, SENT, LIVE (shown as sent), PAUSED, LOCATED, 'ACCEPT/DECLINE?' (shown as located), COMPLETE or COMPLETED, CANCELLED, EXPIRED, DEAD.",
    'DEAD carries causeOfDeath: EXPIRED shows expired, otherwise cancelled.',
    ['Anything else shows undefined.', 'The server sends no other status: its answers are declared.'],
    'A cancelled or located IOI cannot be modified or paused.',
    'Only a paused IOI can be resumed.',
    'A residual cannot always be created.',
    'Cancel is enabled (single mode) unless the status is Located, Accept/Decline?, Dead, Completed or Unsent, or nothing is selected.',
    'Pause/Resume is enabled only for Sent, Live or Paused.',
    ['It shows Resume when Paused, otherwise Pause.', 'The label of a button.'],
    'Send/Update is disabled for Located, Accept/Decline?, Completed, Live, Sent and Paused unless the form has been modified.',
    ['The label is Send when Unsent or Dead, otherwise Update.', 'The label of a button.'],
    'The review button sends for UNSENT or DEAD and otherwise updates.',
    'Cancel works on selected rows that are not DEAD.',
    'Pause applies to LIVE/SENT rows.',
    'Resume applies to PAUSED rows.',
    'Submit sends DEAD/UNSENT rows as new submissions and all others as modifications.',
    'Sorting by percentRemaining uses quantityRemaining divided by shareQuantity.',
    'Status sort ties are broken by causeOfDeath.',
    'Creating an advert for a security that already has a non-completed advert just selects the existing one.',
    ['Minimal container changes to basic after an advert is created or submitted.', 'A change of layout.'],
    ['The history list auto-refreshes every 10 s.', 'When to ask again is for the client to say.'],
    'Cancellation reasons: bad market data, inactive market, malformed market, cancel trigger, index-relative cancel.',
  ]),
  ...sentencesUnder('4.snapshot', [
    "After each list fetch, adverts that are DEAD with cause EXPIRED, or PAUSED, SENT or LIVE, are stored locally under today's date.",
    'Restore looks back up to 6 previous days for the most recent snapshot.',
    ['Restored IOIs are labelled Prior Day Expired.', 'A label in the list of the popup.'],
  ]),
  ...sentencesUnder('4.bulk', [
    'Rows with status OK are preselected.',
    ['Select-all toggles.', 'A box to tick.'],
    'Only selected OK rows are submitted, one by one.',
  ]),
  ...sentencesUnder('4.indicator', [
    'Closed if the current time is outside platform hours.',
    'Paused if the platform is open but the exchange is closed.',
    'Open if both are open.',
    ['Re-evaluated every 10 s.', 'When to look again is for the client to say.'],
    'Ranges may wrap midnight.',
    "Closed shows 'currently closed' with the hours of operation.",
    'The timestamp shows a UTC countdown (1 s tick), or --:--:-- for DEAD, COMPLETED and UNSENT.',
  ]),
]
