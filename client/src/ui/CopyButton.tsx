import { useEffect, useState } from 'react'
import { intervals } from '../intervals.ts'
import { Button } from './Button.tsx'
import { useText } from './text.ts'

/** Copies a text; says so in its own place, without moving anything, and to a screen reader. */
export function CopyButton({ copied, label }: { copied: () => string; label: string }) {
  const text = useText()
  const [note, setNote] = useState<'none' | 'copied' | 'failed'>('none')
  useEffect(() => {
    if (note === 'none') return
    const timer = setTimeout(() => setNote('none'), intervals.copiedNote)
    return () => clearTimeout(timer)
  }, [note])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(copied())
      setNote('copied')
    } catch {
      setNote('failed')
    }
  }
  return (
    <Button kind="quiet" aria-label={label} onClick={() => void copy()}>
      {note === 'copied' ? text('common.copied') : text('common.copy')}
      <span role="status" className="only-heard">
        {note === 'copied' ? text('common.copied') : note === 'failed' ? text('common.copyFailed') : ''}
      </span>
    </Button>
  )
}
