import type { WhyNotCode } from '@aitai/engine/explain/why-not-reason.ts'

/** Why the user's own IOI is not matching. For secrecy, from own and public facts only. */
export const whyNot = {
  'whyNot.title': 'Why this IOI is not matched',
  'whyNot.UNSENT': 'This IOI has not been sent.',
  'whyNot.IN_LOCATE': 'A contra has been located. Wait for the outcome.',
  'whyNot.COMPLETED': 'Completed and handed to the executing broker.',
  'whyNot.DEAD': 'This IOI has ended. You can send it again as a new one.',
  'whyNot.PAUSED': 'Paused. Resume it to make it available for matching.',
  'whyNot.TRIGGER': 'Waiting for the advertising trigger at JPY {price}.',
  'whyNot.LIMIT': 'The mid is beyond the limit price of JPY {price}. Waiting for it to return.',
  'whyNot.PLATFORM_CLOSED': 'The operator has halted the platform.',
  'whyNot.FIRM_HALTED': 'The operator has halted your firm. Please contact your account manager.',
  'whyNot.SECURITY_HALTED': 'The operator has halted this security.',
  'whyNot.HOLIDAY': 'The exchange is closed today. Matching starts at {time}.',
  'whyNot.CLOSED': 'Outside platform hours. Matching starts at {time}.',
  'whyNot.BEFORE_OPEN': 'Before the open. Matching starts at {time}.',
  'whyNot.LUNCH': 'Lunch break. Matching resumes at {time}.',
  'whyNot.CLOSING': 'Matching at the mid has ended. Matching at the official close starts at {time}.',
  'whyNot.DAY_OVER': 'Matching has ended for today. It resumes at {time}.',
  'whyNot.NO_MATCHING': 'No matching is scheduled.',
  'whyNot.NO_OFFICIAL_CLOSE': 'After hours: the exchange has not published an official close.',
  'whyNot.MARKET': 'Market data cannot be used: {code}.',
  'whyNot.MARKET_RECENT':
    'Market data has become usable only recently. Contras are located from {time} if it stays usable.',
  'whyNot.MATCHING_ENDS': 'Matching ends at {time}: too soon to locate a contra before then.',
  'whyNot.NO_BROKER': 'None of the selected brokers is available. Please select another one.',
  'whyNot.NO_SWAP_BROKER': 'A swap is required, and none of the selected brokers offers swaps.',
  'whyNot.DECAYED': 'The quantity has decayed to the minimum: a contra must take all {shares} shares.',
  'whyNot.RATING':
    'With a rating of {rating}, your IOIs are not matched. Please contact your account manager.',
  'whyNot.SECURITY_BUDGET':
    'Too many locates of your firm in this security failed today. No more locates in this security today.',
  'whyNot.TRADER_BUDGET':
    'Too many of your locates failed today. No more locates today. Please contact your account manager.',
  'whyNot.FIRM_BUDGET':
    'Too many locates of your firm failed today. No more locates today. Please contact your account manager.',
  'whyNot.SECURITY_WITHDRAWAL_BUDGET':
    'Too many locates of your firm in this security were withdrawn today. No more locates in this security today.',
  'whyNot.FIRM_WITHDRAWAL_BUDGET':
    'Too many locates of your firm were withdrawn today. No more locates today. Please contact your account manager.',
  'whyNot.HANDOVER_BUDGET':
    'Brokers have not confirmed {count} of your agreements today. No more locates until one is confirmed: call the broker.',
  'whyNot.ABSENT': 'You are not connected. IOIs are not matched while you are offline.',
  'whyNot.BUSY': 'You have {count} open locates. Answer one first.',
  'whyNot.UNSETTLED': 'Recently sent, changed or resumed. Matching starts at {time}.',
  'whyNot.RESTING':
    'Larger quantity or other side: matching starts at {time}. Each further change of this kind today doubles the wait.',
  'whyNot.EXPIRING': 'Expires at {time}.',
  'whyNot.WAITING_FOR_CONTRA': 'All conditions are met. Waiting for a contra.',
} as const satisfies Record<`whyNot.${WhyNotCode | 'title'}`, string>
