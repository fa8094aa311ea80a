const seconds = 1_000
const minutes = 60 * seconds

/** Every interval of the screens, in milliseconds, by what it is for (specification 9). */
export const intervals = {
  userDetailsPoll: 15 * minutes,
  ioiCountsPoll: 5 * seconds,
  agreementsPoll: 10 * seconds,
  advertListPoll: 10 * seconds,
  marketHoursCheck: 10 * seconds,
  /** While somebody looks at why an advert is not matching. */
  whyNotPoll: 10 * seconds,
  quotePoll: 5 * seconds,
  /** An operator may halt at any moment, and the lights must not say otherwise for longer than this. */
  hoursPoll: 10 * seconds,
  /** Securities that could not be had are asked for again this soon. */
  equitiesRetry: 3 * seconds,
  versionPoll: 60 * minutes,
  /** A session that ends is announced this long before (rules 16). */
  sessionEndWarning: 10 * minutes,
  sessionEndCheck: 15 * seconds,
  countdownTick: 1 * seconds,
  /** A lost socket is tried again at once, up to this much later by chance, so that not all come together. */
  liveFirstRetryJitter: 1 * seconds,
  liveSecondRetry: 10 * seconds,
  liveLaterRetry: 20 * seconds,
  liveHeartbeat: 10 * seconds,
  liveConnectTimeout: 10 * seconds,
  /** While the socket is down, open locates are asked for: a blip must not cost a 30 s window. */
  locatesPollWhileDown: 2 * seconds,
  /** A popup that asks for a decision ignores keys and clicks meant for what was there before it. */
  popupInert: 700,
  /** A locate's answer that was lost on its way is sent again this soon. */
  lostAnswerRetry: 500,
  locateTick: 250,
  /** The title of a tab that is not looked at changes this often while a contra waits. */
  titleBlink: 1 * seconds,
  /** How long the strip says that nothing came while it was down. */
  nothingMeanwhile: 8 * seconds,
  skeletonDelay: 200,
  /** A cell whose value has changed is marked this long (quality U22). */
  cellFlash: 1 * seconds,
  copiedNote: 2 * seconds,
  /** The logos of the login page, and the pictures of the about page on a phone (specification 9). */
  loginCarousel: 3 * seconds,
  aboutCarousel: 5 * seconds,
} as const

/** How long answered data is kept after the last screen that shows it, in seconds. */
export const keepUnusedDataFor = 60
