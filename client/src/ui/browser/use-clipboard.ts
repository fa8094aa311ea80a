import { useEffect, useState } from 'react'

/** How long the result is shown, in milliseconds. */
const noteDuration = 2_000

type Note = 'none' | 'copied' | 'failed'

/** Copies texts, and shows the result briefly. */
export function useClipboard(): { note: Note; copy: (copied: string) => void } {
  const [note, setNote] = useState<Note>('none')
  useEffect(() => {
    if (note === 'none') return
    const timer = setTimeout(() => setNote('none'), noteDuration)
    return () => clearTimeout(timer)
  }, [note])
  const copy = (copied: string): void => {
    // Inside a promise, because a page without TLS has no clipboard at all.
    Promise.resolve(copied)
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => setNote('copied'),
        () => setNote('failed'),
      )
  }
  return { note, copy }
}
