import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { useUserBrokersListQuery } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { download } from '../ui/download.ts'
import { Popup } from '../ui/Popup.tsx'
import { useFailureText, useText } from '../ui/text.ts'
import type { Told } from './flow.ts'
import { template } from './template.ts'
import type { Uploads } from './use-uploads.ts'

interface Props {
  uploads: Uploads
  /** Why the file before this one could not be read. */
  failure: Told | null
}

/** A CSV file by dropping or browsing, or rows pasted from a spreadsheet; the template beside them. */
export function ChoosePopup({ uploads, failure }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const { data: brokers = [] } = useUserBrokersListQuery()
  const { tell, takePasted } = uploads
  const close = (): void => tell({ type: 'closed' })
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain')
    if (pasted.trim() === '') return
    event.preventDefault()
    void takePasted(pasted)
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
          <Button kind="secondary" onClick={() => download(text('upload.template.file'), template(brokers))}>
            {text('upload.template')}
          </Button>
          <span>{text('upload.template.hint')}</span>
        </p>
      </div>
    </Popup>
  )
}

/** Where a file is dropped; pressing the button asks for one. */
function DropZone({ uploads: { takeFile } }: { uploads: Uploads }) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const hover = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file) void takeFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className="upload-drop"
      data-over={isOver || undefined}
      onDragOver={hover}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <p className="upload-drop-title">{text('upload.drop')}</p>
      <Button kind="primary" onClick={() => input.current?.click()}>
        {text('upload.browse')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv"
        hidden
        onChange={({ target }) => target.files?.[0] && void takeFile(target.files[0])}
      />
      <p className="upload-drop-hint">{text('upload.paste')}</p>
    </div>
  )
}
