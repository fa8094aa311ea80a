import {
  contra,
  hours,
  preferenceFaults,
  preferences,
  type RuleTest,
  restore,
  ruleTest,
  upload,
  uploadBounds,
  uploadCells,
  uploadOrder,
} from './rule-test.ts'

/** What files may hold, and what was decided beside the rules (rules 18, 19 and 20). */
export const uploadRules: readonly RuleTest[] = [
  ruleTest(
    '18',
    'Header in any order and case.',
    uploadOrder,
    'a header is read in any case, in any order, and with columns that hold nothing',
  ),
  ruleTest(
    '18',
    'The columns of the rules.',
    uploadOrder,
    'the columns are those of the rules, in their order',
  ),
  ruleTest(
    '18',
    'The rest falls back to the preferences.',
    upload,
    'what a row leaves out, by column or by an empty cell, the preferences say',
  ),
  ruleTest('18', 'Full-width digits are read.', uploadCells, 'the quantity %j is read as %i shares'),
  ruleTest(
    '18',
    'Quantity at least the platform minimum.',
    uploadBounds,
    'the platform minimum is measured at the last mid, and the message names what is enough at it',
  ),
  ruleTest('18', 'Bounds of minimum, hurdle and offsets.', uploadBounds, '%s: %s is a bound'),
  ruleTest(
    '18',
    'A thousand rows.',
    uploadOrder,
    'a file of 1,000 rows fits, one of 1,001 is refused as a whole',
  ),
  ruleTest(
    '18',
    'Each row is judged on its own and against the file.',
    upload,
    'ERR-005: of several rows on one security none is taken, and each names another',
  ),
  ruleTest(
    '18',
    'Restored rows pass the same checks.',
    restore,
    '%s: the checks of a file that have no name of their own keep theirs',
  ),
  ruleTest(
    '18',
    'Levels are recomputed from today’s close.',
    restore,
    'an advert of yesterday is restored as it was, its levels at the same offsets from the close of today',
  ),
  ruleTest(
    '18',
    'What is OK is taken when it is sent.',
    'engine/src/upload/upload-properties.test.ts',
    'what is OK is taken when it is sent, row after row',
  ),
  ruleTest(
    '19',
    'A hurdle under 10 reads as 10.',
    preferences,
    'a hurdle of %i reads as %i and shows the same stars',
  ),
  ruleTest(
    '19',
    'Switching index-relative on proposes 3.',
    preferences,
    '%s %s, switched off, proposes %s when it is switched on',
  ),
  ruleTest(
    '19',
    'Offsets are validated when they are on.',
    preferenceFaults,
    '%s %s is no fault while its condition is off, and one when it is on',
  ),
  ruleTest(
    '19',
    'The editor’s 50 and 150 for who never saved.',
    preferences,
    'the editor begins with 50 percent and 150 minutes, and else with the defaults',
  ),
  ruleTest('20', 'Pairs.', contra, 'E5: %s'),
  ruleTest('20', 'The indicator.', hours, 'at %s UTC the phase is %s and the indicator says %s'),
]
