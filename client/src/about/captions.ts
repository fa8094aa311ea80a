/** A line of a film, and when it is said. */
export interface Caption {
  /** Seconds from the start. */
  readonly from: number
  readonly line: string
}

const timing = /^(?:(\d+):)?(\d\d):(\d\d)\.(\d{3}) --> /

/** The lines of a WebVTT file, such as `npm run video` writes it: settings and notes are left out. */
export function parseCaptions(file: string): Caption[] {
  return file
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.trim().split('\n')
      const place = lines.findIndex((line) => timing.test(line))
      const [, hours = 0, minutes = 0, seconds = 0, ms = 0] = timing.exec(lines[place] ?? '') ?? []
      const line = lines.slice(place + 1).join(' ')
      const from = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(ms) / 1_000
      return place === -1 || line === '' ? [] : [{ from, line }]
    })
}

/** A moment of a film as its player writes it: 0:07, 1:02. */
export const formatVideoTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
