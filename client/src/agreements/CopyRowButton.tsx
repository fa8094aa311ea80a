import type { ConnectionAgreement } from '@aitai/contract/agreements.ts'
import { CopyIcon, SuccessTickIcon } from '@salt-ds/icons'
import { useCopy } from '../ui/copy.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useLanguage, useText } from '../ui/text.ts'
import { rowAsText } from './display.ts'

/** Copies a row as it is shown, for a spreadsheet or a chat. */
export function CopyRowButton({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  const language = useLanguage()
  const { note, copy } = useCopy()
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
