const seconds = 1_000
const minutes = 60 * seconds

/** All intervals of the client, in milliseconds (docs/specification.md §9). */
export const intervals = {
  userDetailsPoll: 15 * minutes,
  /** Failed requests for the user's details are repeated after these delays; then the session is over. */
  userDetailsRetries: [1 * seconds, 2 * seconds, 4 * seconds],
  ioiCountsPoll: 5 * seconds,
  agreementsPoll: 10 * seconds,
  advertListPoll: 10 * seconds,
  /** What colleagues' IOIs show, for a desk head. */
  deskPoll: 5 * seconds,
  /** The state of the installation, for staff. */
  operationsPoll: 5 * seconds,
  /** The lists of the console, which change seldom: users, institutions, brokers. */
  operationsListPoll: 15 * seconds,
  /** How long the console says what was just halted or resumed. */
  operationsDone: 10 * seconds,
  marketHoursCheck: 10 * seconds,
  /** Why the selected advert is not matching: a used-up budget is in the banner. */
  whyNotPoll: 10 * seconds,
  quotePoll: 5 * seconds,
  /** The bars of TOPIX, while the chart shows them. */
  indexPoll: 30 * seconds,
  /** How long prices of a security are still pushed once nothing on the screen shows them. */
  marketLinger: 20 * seconds,
  /** How long the robot of a practice locate takes to answer after the user. */
  practiceAnswer: 1.5 * seconds,
  /** An operator may halt at any time, and the indicators must not be outdated for longer than this. */
  hoursPoll: 10 * seconds,
  /** A failed request for securities is repeated this soon. */
  equitiesRetry: 3 * seconds,
  versionPoll: 60 * minutes,
  /** How long before its end a session's end is announced (docs/rules.md §16). */
  sessionEndWarning: 10 * minutes,
  sessionEndCheck: 15 * seconds,
  countdownTick: 1 * seconds,
  /**
   * The first retry after a lost socket is random within this time, so that clients do not all reconnect at
   * once.
   */
  liveFirstRetryJitter: 1 * seconds,
  /** The second retry, counted from the loss. */
  liveSecondRetry: 10 * seconds,
  liveLaterRetry: 20 * seconds,
  liveHeartbeat: 10 * seconds,
  /** The first attempt to connect may take this long, each further one twice as long as the one before. */
  liveConnectTimeout: 15 * seconds,
  liveLongestConnectTimeout: 60 * seconds,
  /** While the socket is down, locates are polled, because they are open for only 30 s. */
  locatesPollWhileDown: 2 * seconds,
  /** A new popup with a decision ignores keys and clicks that were meant for what was there before. */
  popupInert: 700,
  /** The same for a locate that takes the place of another one, whose key or click may be on its way. */
  takeoverInert: 1.5 * seconds,
  /** The shortest interval between announcements of how many locates wait and have ended. */
  locatesAnnounced: 3 * seconds,
  /** A locate's answer without a response is sent again this soon. */
  lostAnswerRetry: 500,
  locateTick: 250,
  /** How often the title of an unfocused tab changes while a contra waits. */
  titleBlink: 1 * seconds,
  /** How long the message that nothing was missed is shown. */
  nothingMissed: 8 * seconds,
  /** How long a key for all IOIs says that there is none. */
  nothingToDo: 5 * seconds,
  /** How long the desk says that pasted text is no table of orders. */
  pasteRefused: 8 * seconds,
  skeletonDelay: 200,
  /** How long a changed cell is highlighted. */
  cellFlash: 1 * seconds,
  /** How long a note that a quantity was rounded to whole lots is shown. */
  roundingNote: 8 * seconds,
  /** The carousels of the login page and, on a phone, of the about page (docs/specification.md §9). */
  loginCarousel: 3 * seconds,
  aboutCarousel: 5 * seconds,
} as const

/** How long unused data stays in the cache, in seconds. */
export const keepUnusedDataFor = 60
