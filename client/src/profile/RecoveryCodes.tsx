import { downloadFile } from '../ui/browser/download.ts'
import { Button } from '../ui/controls/Button.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useText } from '../ui/text/use-text.ts'

/** The recovery codes, which nobody can see again: the popup closes only by its button. */
export function RecoveryCodesPopup({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const text = useText()
  const listed = codes.join('\n')
  const save = (): void =>
    downloadFile('recovery-codes.txt', `${text('profile.recovery.title')}\n\n${listed}\n`, 'text/plain')
  return (
    <Popup
      title={text('profile.recovery.shownTitle')}
      actions={
        <>
          <CopyButton copied={listed} label={text('profile.recovery.copy')} />
          <Button onClick={save}>{text('profile.recovery.download')}</Button>
          <Button kind="primary" onClick={onStored}>
            {text('profile.recovery.stored')}
          </Button>
        </>
      }
    >
      <p>{text('profile.recovery.shown')}</p>
      <ol className="profile-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Popup>
  )
}
