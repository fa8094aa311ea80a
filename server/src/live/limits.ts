/** The limits of the live socket. Times in milliseconds. */
export interface LiveLimits {
  /** From the opening of a socket until it must have authenticated. */
  readonly authenticateMs: number
  /** Sockets that have not authenticated yet: of all networks together, and of one. */
  readonly unauthenticated: number
  readonly unauthenticatedPerNetwork: number
  /** From the close of a socket until its connection is destroyed if the client does not close it. */
  readonly closeMs: number
  /** How long a client that polls may be away between two requests. */
  readonly pollGapMs: number
  /** One STOMP frame. */
  readonly frameBytes: number
  /** One message of the transport; SockJS quotes a frame, which makes it larger. */
  readonly transportBytes: number
  /** Heart-beats and acknowledgements of deliveries do not count. */
  readonly framesPerMinute: number
  /** How many securities one socket may follow. */
  readonly marketSubscriptions: number
  /** Frames that begin or end to follow a security. They do not count among the others. */
  readonly marketFramesPerMinute: number
  readonly socketsPerSession: number
  /** The shortest interval that the server offers and requests. */
  readonly heartbeatMs: number
  /** How many intervals the client may be silent; browsers delay heart-beats. */
  readonly heartbeatGrace: number
  readonly backlogBytes: number
  readonly backlogMs: number
  /** How long an acknowledgement waits for others, with which it is stored. */
  readonly acknowledgementMs: number
  /** Between two pings of a raw web socket, and from a ping until it is cut off without an answer. */
  readonly pingMs: number
  readonly pongMs: number
  /** From the loss of a trader's last socket until the trader counts as absent (docs/rules.md §16). */
  readonly absentAfterMs: number
  /** How often the sessions of all sockets are checked against the database. */
  readonly recheckMs: number
  /** How often the sockets are checked for a process that has lost its database. */
  readonly currentCheckMs: number
  /** How long a stopping server waits for its clients to close. */
  readonly stopMs: number
}

export const liveLimits: LiveLimits = {
  // As long as the first attempt of the desk: at a round trip of 2 s the token of a desk without WebSocket arrives
  // after 6 s.
  authenticateMs: 15_000,
  unauthenticated: 1_000,
  unauthenticatedPerNetwork: 100,
  closeMs: 1_000,
  // Two round trips, where a proxy opens a connection for each request.
  pollGapMs: 10_000,
  frameBytes: 64 * 1024,
  transportBytes: 128 * 1024,
  framesPerMinute: 100,
  marketSubscriptions: 60,
  // A desk follows every security on its screen with a frame for each, and others once the user scrolls.
  marketFramesPerMinute: 300,
  socketsPerSession: 3,
  heartbeatMs: 10_000,
  heartbeatGrace: 3,
  backlogBytes: 1024 * 1024,
  backlogMs: 30_000,
  acknowledgementMs: 100,
  // As sockjs pings its own.
  pingMs: 25_000,
  pongMs: 10_000,
  absentAfterMs: 60_000,
  recheckMs: 60_000,
  currentCheckMs: 1_000,
  stopMs: 1_000,
}
