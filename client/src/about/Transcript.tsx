import { useEffect, useState } from 'react'
import { useText } from '../ui/text/use-text.ts'
import { type Caption, formatVideoTime, parseCaptions } from './captions.ts'

interface Props {
  /** The address of the film's captions. */
  captions: string
  /** Asked to show the film from a moment on. @param seconds from its start */
  onSeek: (seconds: number) => void
}

/** What the film says, to be read; each line leads to its moment. Fetched when somebody opens it. */
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

/** The lines once they are there; none where they cannot be had. */
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
