import { useClipboard } from '../browser/use-clipboard.ts'
import { useText } from '../text/use-text.ts'
import { Button } from './Button.tsx'

/** Copies a text and confirms it in the button, without moving anything, and to a screen reader. */
export function CopyButton({ copied, label }: { copied: string; label: string }) {
  const text = useText()
  const { note, copy } = useClipboard()
  return (
    <>
      <Button aria-label={label} onClick={() => copy(copied)}>
        {text(note === 'copied' ? 'common.copied' : 'common.copy')}
      </Button>
      <span role="status" className="visually-hidden">
        {note === 'copied' ? text('common.copied') : note === 'failed' ? text('common.copyFailed') : ''}
      </span>
    </>
  )
}
