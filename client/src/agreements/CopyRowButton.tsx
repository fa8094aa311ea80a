import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { CopyIcon, SuccessTickIcon } from '@salt-ds/icons'
import { useClipboard } from '../ui/browser/use-clipboard.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { rowAsText } from './agreement-display.ts'

/** Copies a row as it is shown, for a spreadsheet or a chat. */
export function CopyRowButton({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  const language = useLanguage()
  const { note, copy } = useClipboard()
  return (
    <>
      <IconButton
        label={text(note === 'copied' ? 'common.copied' : 'agreement.copyRow')}
        onClick={() => copy(rowAsText(agreement, text, language))}
      >
        {note === 'copied' ? <SuccessTickIcon aria-hidden /> : <CopyIcon aria-hidden />}
      </IconButton>
      <span role="status" className="only-heard">
        {note === 'copied' ? text('common.copied') : note === 'failed' ? text('common.copyFailed') : ''}
      </span>
    </>
  )
}
