import type { LiveLimits } from './limits.ts'
import { type BrokenFrame, type Frame, frameReader } from './stomp-frames.ts'

/** Many more than the one in ten seconds we ask for, and few enough to cost nothing. */
const beatsPerMinute = 600

interface Deps {
  readonly limits: Pick<LiveLimits, 'frameBytes' | 'framesPerMinute'>
  /** Milliseconds that only count up. */
  readonly now: () => number
  /** Whether a frame acknowledges what was just delivered: as many as the deliveries, so it is no flood. */
  readonly isAnswer: (frame: Frame) => boolean
}

/** Takes the messages of one socket: gives the frames they complete, or why no more is taken from it. */
export function createFrameIntake({
  limits,
  now,
  isAnswer,
}: Deps): (message: unknown) => readonly Frame[] | BrokenFrame {
  const read = frameReader(limits.frameBytes)
  const isOverFrames = perMinute(limits.framesPerMinute, now)
  const isOverBeats = perMinute(beatsPerMinute, now)

  return (message) => {
    if (typeof message !== 'string') return { broken: 'Messages must be text' }
    const heard = read(message)
    if ('broken' in heard) return heard
    const { frames, beats } = heard
    // A piece of a frame counts like a frame, else a flood could be cut in pieces.
    const counted = frames.length + beats === 0 ? 1 : frames.filter((frame) => !isAnswer(frame)).length
    if (isOverFrames(counted) || isOverBeats(beats)) return { broken: 'Too many frames' }
    return frames
  }
}

/** Adds so many and says whether the last minute now holds more than it may. */
function perMinute(most: number, now: () => number): (count: number) => boolean {
  let moments: { readonly at: number; readonly count: number }[] = []
  return (count) => {
    if (count === 0) return false
    const at = now()
    moments = moments.filter((moment) => at - moment.at < 60_000)
    moments.push({ at, count })
    return moments.reduce((sum, moment) => sum + moment.count, 0) > most
  }
}
