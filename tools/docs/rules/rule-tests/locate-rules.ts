import {
  answer,
  evolveDay,
  locate,
  mainWorkflow,
  pause,
  type RuleTest,
  ruleTest,
  sweep,
} from './rule-test.ts'

const told = 'buyer %s, seller %s: each is told its own side'
const scored = 'buyer %s, seller %s'

/** How locates are asked and how they end (rules 8). */
export const locateRules: readonly RuleTest[] = [
  ruleTest(
    '8.1',
    'Quantity, mid, legs and broker are frozen.',
    sweep,
    'two adverts that accept each other are located for the smaller quantity',
  ),
  ruleTest(
    '8.1',
    'Both owners are asked, with a deadline.',
    locate,
    'the deadline is thirty seconds after the locate, and only that is told',
  ),
  ruleTest(
    '8.2',
    'Answers are taken for 30 s and the grace.',
    answer,
    'an answer %i ms after the locate is taken or refused: %s',
  ),
  ruleTest(
    '8.2',
    'The same answer again is idempotent, a different one refused.',
    answer,
    'the same answer again is taken as given, before and after the end; a different one is refused',
  ),
  ruleTest(
    '8.2',
    'The server’s deadline holds over a restart.',
    mainWorkflow,
    'an open locate keeps its deadline over a restart',
  ),
  ruleTest(
    '8.3',
    'Answers are sealed until the end.',
    locate,
    'an answer is sealed: until the end %s shows the contra nothing',
  ),
  ruleTest(
    '8.3',
    'Who declined never learns the contra’s answer.',
    locate,
    'who declined is told and scored the same, whatever the contra answered',
  ),
  ruleTest('8.4', 'E2, E4 and E8 are checked again.', answer, 'an acceptance is withdrawn when %s'),
  ruleTest(
    '8.4',
    'A market that is no longer fresh withdraws.',
    answer,
    'an acceptance is withdrawn when the market is not fresh any more',
  ),
  ruleTest(
    '8.4',
    'Both knockouts are checked again.',
    answer,
    'of knockouts one quote is enough at an acceptance: when %s',
  ),
  ruleTest(
    '8.4',
    'After a withdrawal both are LIVE again, unscored.',
    answer,
    'two whose locate was withdrawn meet again at the next sweep',
  ),
  ruleTest(
    '8',
    'accept, accept.',
    locate,
    'when both accept, one agreement hands each side its own password and completes both adverts',
  ),
  ruleTest('8', 'What each side is told for each pair of answers.', locate, told),
  ruleTest('8', 'What each side is scored for each pair of answers, and PAUSED.', locate, scored),
  ruleTest(
    '8',
    'One side’s answer never changes the other’s score.',
    locate,
    "one side's decline or timeout never changes the other's score",
  ),
  ruleTest(
    '8',
    'Cooldown after a decline.',
    sweep,
    'after a decline two firms are silent in that security for fifteen minutes, and then meet again',
  ),
  ruleTest('8', 'Cooldown after a timeout.', sweep, 'after a timeout they are silent for five minutes'),
  ruleTest(
    '8',
    'None after a withdrawal.',
    answer,
    'two whose locate was withdrawn meet again at the next sweep',
  ),
  ruleTest(
    '8',
    'To the end of the day after the second failure.',
    sweep,
    'after the second failure of the day they are silent until it ends, however they failed',
  ),
  ruleTest(
    '8',
    'The day’s failures are forgotten with it.',
    evolveDay,
    'the failures of a day are forgotten with it',
  ),
  ruleTest(
    '8',
    'Between two institutions in that security.',
    sweep,
    'a silence is between two firms in one security: both meet others, and each other elsewhere',
  ),
  ruleTest(
    '8',
    'What would expire meanwhile expires after the outcome.',
    sweep,
    'an advert that would expire during a locate expires after the outcome',
  ),
  ruleTest(
    '8',
    'Log-off during a locate lets it lapse.',
    pause,
    'who leaves during a locate can still be answered for until the deadline, and lets it lapse',
  ),
]
