import type { Cue } from './timeline.ts'

/** A moment as WebVTT writes it. @param seconds from the start */
function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1_000)
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`
}

/** Captions as a WebVTT file: one line each, in order, none over another. */
export const webVtt = (cues: readonly Cue[]): string =>
  ['WEBVTT', ...cues.map(({ from, to, text }) => `${stamp(from)} --> ${stamp(to)}\n${text}`)]
    .join('\n\n')
    .concat('\n')
