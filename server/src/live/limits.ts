/** The bounds of the live socket (quality 2.4, R9). Times in milliseconds. */
export interface LiveLimits {
  /** From the opening of a socket until it must have shown a token. */
  readonly authenticateMs: number
  /** One STOMP frame. */
  readonly frameBytes: number
  /** One message of the transport: a frame grows when SockJS quotes it. */
  readonly transportBytes: number
  /** Heart-beats and acknowledgements of what was just delivered do not count. */
  readonly framesPerMinute: number
  readonly socketsPerSession: number
  /** What the server offers and asks for at most, both ways. */
  readonly heartbeatMs: number
  /** How many heart-beats of the client may be missing; browsers are late with them. */
  readonly heartbeatGrace: number
  readonly backlogBytes: number
  readonly backlogMs: number
  /** From the loss of the last socket of a trader until it counts as absent (rules 16). */
  readonly absentAfterMs: number
  /** How often every session with a socket is looked up again. */
  readonly recheckMs: number
  /** How long a stopping server waits for its clients to close. */
  readonly stopMs: number
}

export const liveLimits: LiveLimits = {
  authenticateMs: 5_000,
  frameBytes: 64 * 1024,
  transportBytes: 128 * 1024,
  framesPerMinute: 100,
  socketsPerSession: 3,
  heartbeatMs: 10_000,
  heartbeatGrace: 3,
  backlogBytes: 1024 * 1024,
  backlogMs: 30_000,
  absentAfterMs: 60_000,
  recheckMs: 60_000,
  stopMs: 1_000,
}
