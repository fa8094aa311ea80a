import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { useUserBrokersListQuery } from '../../shared/api/desk-api.ts'
import { clipboardTexts } from '../../ui/browser/clipboard-text.ts'
import { downloadFile } from '../../ui/browser/download.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { type FailureDescription, useFailureText, useText } from '../../ui/text/use-text.ts'
import { templateFile } from '../csv/template-file.ts'
import type { Uploads } from '../use-uploads.ts'

interface Props {
  uploads: Uploads
  /** Why the previous file could not be read. */
  failure: FailureDescription | null
}

/** Accepts a CSV file by drop or browse, or pasted spreadsheet rows; offers the template. */
export function ChooseFilePopup({ uploads, failure }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const { data: brokers = [] } = useUserBrokersListQuery()
  const { dispatchUpload, takePasted } = uploads
  const close = (): void => dispatchUpload({ type: 'closed' })
  const paste = (event: ClipboardEvent): void => {
    const pasted = clipboardTexts(event.clipboardData)
    if (pasted.length === 0) return
    event.preventDefault()
    if (!takePasted(pasted)) dispatchUpload({ type: 'pasteRefused' })
  }
  return (
    <Popup
      title={text('upload.title')}
      size="medium"
      onClose={close}
      actions={<Button onClick={close}>{text('upload.cancel')}</Button>}
    >
      <div className="upload-choose" onPaste={paste}>
        {failure && (
          <p className="upload-failure" role="alert">
            {failureText(failure)}
          </p>
        )}
        <DropZone uploads={uploads} />
        <p className="upload-template">
          <Button
            kind="secondary"
            onClick={() => downloadFile(text('upload.template.file'), templateFile(brokers))}
          >
            {text('upload.template')}
          </Button>
          <span>{text('upload.template.hint')}</span>
        </p>
      </div>
    </Popup>
  )
}

/** The drop zone with the browse button. */
function DropZone({ uploads: { takeFiles } }: { uploads: Uploads }) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDrop(takeFiles)
  return (
    <div className="upload-drop" data-over={isOver || undefined}>
      <p className="upload-drop-title">{text('upload.drop')}</p>
      <Button kind="primary" onClick={() => input.current?.click()}>
        {text('upload.browse')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv"
        hidden
        onChange={({ target }) => target.files && void takeFiles(target.files)}
      />
      <p className="upload-drop-paste">
        <span className="upload-drop-title">{text('upload.paste')}</span>
        <Kbd>Ctrl+V</Kbd>
      </p>
      <p className="upload-drop-hint">{text('upload.paste.hint')}</p>
    </div>
  )
}

/**
 * Accepts files dropped anywhere on the page while the popup is open. Otherwise the browser would open a file
 * dropped beside the zone and leave the page.
 */
function useDrop(onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const hover = (event: DragEvent): void => {
      event.preventDefault()
      setIsOver(event.dataTransfer?.types.includes('Files') === true)
    }
    const leave = (event: DragEvent): void => {
      // Null when the pointer leaves the window, not just an element.
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      setIsOver(false)
      if (event.dataTransfer) take.current(event.dataTransfer.files)
    }
    addEventListener('dragover', hover)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', hover)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
