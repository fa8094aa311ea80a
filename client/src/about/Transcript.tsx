import { useEffect, useState } from 'react'
import { useText } from '../ui/text/use-text.ts'

interface Props {
  /** The address of the film's captions. */
  captions: string
  /** Called to play the film from a time. @param seconds from its start */
  onSeek: (seconds: number) => void
}

/** The captions as text; each line jumps to its time. Loaded when opened. */
export function Transcript({ captions, onSeek }: Props) {
  const text = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="about-transcript" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{text('about.transcript')}</summary>
      {isOpen && <Lines key={captions} {...{ captions, onSeek }} />}
    </details>
  )
}

function Lines({ captions, onSeek }: Props) {
  const text = useText()
  const cues = useCues(captions)
  if (cues === null) return <div aria-busy />
  if (cues.length === 0) return <p role="alert">{text('about.transcriptUnavailable')}</p>
  return (
    <ol>
      {cues.map(({ from, line }) => (
        <li key={from}>
          <button type="button" onClick={() => onSeek(from)}>
            <span className="about-moment">{formatVideoTime(from)}</span> <span>{line}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The lines once they are loaded; none if that failed. */
function useCues(captions: string): readonly Caption[] | null {
  const [cues, setCues] = useState<readonly Caption[] | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    fetch(captions, { signal: leaving.signal })
      .then(async (answer) => (answer.ok ? parseCaptions(await answer.text()) : []))
      .catch(() => [])
      .then((read) => !leaving.signal.aborted && setCues(read))
    return () => leaving.abort()
  }, [captions])
  return cues
}

/** A line of a film and its time. */
interface Caption {
  /** Seconds from the start. */
  readonly from: number
  readonly line: string
}

const timing = /^(?:(\d+):)?(\d\d):(\d\d)\.(\d{3}) --> /

/** The lines of a WebVTT file as `npm run video` writes it, without settings and notes. */
export function parseCaptions(file: string): Caption[] {
  return file
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.trim().split('\n')
      const index = lines.findIndex((line) => timing.test(line))
      const [, hours = 0, minutes = 0, seconds = 0, ms = 0] = timing.exec(lines[index] ?? '') ?? []
      const line = lines.slice(index + 1).join(' ')
      const from = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(ms) / 1_000
      return index === -1 || line === '' ? [] : [{ from, line }]
    })
}

/** A time in the format of the player: 0:07, 1:02. */
export const formatVideoTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
