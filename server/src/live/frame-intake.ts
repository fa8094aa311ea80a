import type { LiveLimits } from './limits.ts'
import { type BrokenFrame, type Frame, frameReader } from './stomp-frames.ts'

/** Far more than the one in ten seconds that we request, and few enough to cost nothing. */
const beatsPerMinute = 600

interface FrameIntakeDeps {
  readonly limits: Pick<LiveLimits, 'frameBytes' | 'framesPerMinute' | 'marketFramesPerMinute'>
  /** Milliseconds that only count up. */
  readonly now: () => number
  /** Whether a frame acknowledges a delivery. There are only as many as deliveries, so they do not count. */
  readonly isAcknowledgement: (frame: Frame) => boolean
  /** Whether a frame begins or ends to follow a security. Such frames have a limit of their own. */
  readonly isOfMarket: (frame: Frame) => boolean
}

/** Reads the messages of one socket into frames and enforces the limits; a broken frame ends the socket. */
export function createFrameIntake({
  limits,
  now,
  isAcknowledgement,
  isOfMarket,
}: FrameIntakeDeps): (message: unknown) => readonly Frame[] | BrokenFrame {
  const read = frameReader(limits.frameBytes)
  const isOverFrames = perMinute(limits.framesPerMinute, now)
  const isOverMarketFrames = perMinute(limits.marketFramesPerMinute, now)
  const isOverBeats = perMinute(beatsPerMinute, now)

  return (message) => {
    if (typeof message !== 'string') return { broken: 'Messages must be text' }
    const received = read(message)
    if ('broken' in received) return received
    const { frames, beats } = received
    // A fragment counts as a frame, so that a flood cannot hide in fragments.
    const ofMarket = frames.filter(isOfMarket).length
    const counted =
      frames.length + beats === 0 ? 1 : frames.filter((frame) => !isAcknowledgement(frame)).length - ofMarket
    if (isOverFrames(counted) || isOverMarketFrames(ofMarket) || isOverBeats(beats))
      return { broken: 'Too many frames' }
    return frames
  }
}

/** Returns a function that adds a count and returns whether the last minute now exceeds the limit. */
function perMinute(limit: number, now: () => number): (count: number) => boolean {
  let counts: { readonly at: number; readonly count: number }[] = []
  return (count) => {
    if (count === 0) return false
    const at = now()
    counts = counts.filter((moment) => at - moment.at < 60_000)
    counts.push({ at, count })
    return counts.reduce((sum, moment) => sum + moment.count, 0) > limit
  }
}
