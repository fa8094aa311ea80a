import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { operatorFileBytes } from '@aitai/contract/routes/route.ts'
import { type ReactNode, useRef, useState } from 'react'
import { type CallFailure, isCallFailure } from '../../shared/api/failure.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTemporaryValue } from '../../ui/browser/use-temporary-value.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Toggle } from '../../ui/controls/Toggle.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { ConsolePart } from '../ConsolePart.tsx'
import { CommandFailure, Remarks } from './Remarks.tsx'

interface FileRequest {
  readonly file: string
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly reason?: string
}

interface ImportResult {
  readonly concerns: readonly Remark[]
  readonly warnings: readonly Remark[]
  readonly applied: boolean
}

interface Props<R extends ImportResult> {
  title: string
  hint?: string
  /** Imports a file, or says what it would change. `option` is whether the option is on. */
  send: (request: FileRequest, option: boolean) => Promise<{ data?: R | undefined; error?: unknown }>
  /** The label of a choice that changes what is imported. */
  option?: string
  /** Whether the file has what is stored already. */
  isSame: (result: R) => boolean
  /** The question before the import, and what the import does. */
  confirm: string
  means: string
  /** What the file would change. */
  children: (result: R) => ReactNode
}

interface ChosenFile {
  readonly name: string
  readonly file: string
}

const maxMegabytes = operatorFileBytes / (1_024 * 1_024)

/** A chosen file: what it would change is fetched, until it is imported or discarded. */
function useFileImport<R extends ImportResult>(send: Props<R>['send']) {
  const text = useText()
  /** The number of the newest request: the reply to an earlier one is about another file or option. */
  const newest = useRef(0)
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [isOptionOn, setIsOptionOn] = useState(false)
  const [preview, setPreview] = useState<R | null>(null)
  const [failure, setFailure] = useState<CallFailure | string | null>(null)
  const [isReading, setIsReading] = useState(false)
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [done, setDone] = useTemporaryValue<string>(intervals.operationsDone)

  const show = async (next: ChosenFile, on: boolean): Promise<void> => {
    newest.current += 1
    const request = newest.current
    setChosen(next)
    setPreview(null)
    setFailure(null)
    setIsConfirmed(false)
    setIsReading(true)
    const { data, error } = await send({ file: next.file, dryRun: true }, on)
    if (request !== newest.current) return
    setIsReading(false)
    setPreview(data ?? null)
    if (data === undefined) setFailure(isCallFailure(error) ? error : text('operations.file.unreadable'))
  }
  const discard = (): void => {
    newest.current += 1
    setChosen(null)
    setPreview(null)
    setFailure(null)
    setIsReading(false)
  }
  const take = async (file: File): Promise<void> => {
    discard()
    setDone(null)
    if (file.size > operatorFileBytes)
      return setFailure(text('operations.file.tooLarge', { max: maxMegabytes }))
    const content = await readAsBase64(file).catch(() => null)
    if (content === null) return setFailure(text('operations.file.unreadable'))
    await show({ name: file.name, file: content }, isOptionOn)
  }
  const toggle = (on: boolean): void => {
    setIsOptionOn(on)
    if (chosen) void show(chosen, on)
  }
  const apply = async (reason: string): Promise<boolean> => {
    if (!chosen) return false
    const request = { file: chosen.file, reason, ...(isConfirmed ? { yes: true } : {}) }
    const { data, error } = await send(request, isOptionOn)
    if (!data) {
      // Such as a stored list that has changed since the preview. The preview stays beside it.
      if (isCallFailure(error)) setFailure(error)
      return true
    }
    discard()
    setDone(text(data.applied ? 'operations.file.done' : 'operations.file.unchanged'))
    return true
  }
  return {
    ...{ chosen, isOptionOn, preview, failure, isReading, isConfirmed, done },
    ...{ take, toggle, discard, setIsConfirmed, apply },
  }
}

/** Imports a file: it is chosen, what it would change is shown, and a question asks for the reason. */
export function FileImport<R extends ImportResult>(props: Props<R>) {
  const { title, hint, send, option, isSame, confirm, means, children } = props
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const { chosen, preview, failure, isReading, ...fileImport } = useFileImport(send)
  const [isReviewing, setIsReviewing] = useState(false)
  const choose = (file: File | undefined): void => {
    if (input.current) input.current.value = ''
    if (file) void fileImport.take(file)
  }
  return (
    <ConsolePart title={title} done={fileImport.done ?? ''}>
      <div className="file-choice">
        {hint && <p className="console-aside">{hint}</p>}
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <div className="file-choice-row">
          <Button onClick={() => input.current?.click()}>{text('operations.file.choose')}</Button>
          {option !== undefined && (
            <Toggle label={option} on={fileImport.isOptionOn} onToggle={fileImport.toggle} />
          )}
        </div>
        <p className="console-aside">{text('operations.file.hint', { max: maxMegabytes })}</p>
        <p role="status" className="file-reading">
          {isReading ? text('operations.file.reading') : ''}
        </p>
        {typeof failure === 'string' ? (
          <p className="file-failure" role="alert">
            {failure}
          </p>
        ) : (
          failure && <CommandFailure failure={failure} />
        )}
      </div>
      {chosen && preview && (
        <FilePreview
          name={chosen.name}
          {...{ preview, isSame }}
          isConfirmed={fileImport.isConfirmed}
          onConfirm={fileImport.setIsConfirmed}
          onDiscard={fileImport.discard}
          onNext={() => setIsReviewing(true)}
        >
          {children(preview)}
        </FilePreview>
      )}
      {isReviewing && (
        <ActionPopup
          title={confirm}
          means={[means]}
          doLabel={text('operations.file.do')}
          send={fileImport.apply}
          onClose={() => setIsReviewing(false)}
        />
      )}
    </ConsolePart>
  )
}

interface PreviewProps<R extends ImportResult> extends Pick<Props<R>, 'isSame'> {
  /** Of the file. */
  name: string
  preview: R
  /** Whether the user has confirmed that the concerns are meant. */
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
  onDiscard: () => void
  onNext: () => void
  children: ReactNode
}

/** What a file would change, and what speaks against it. */
function FilePreview<R extends ImportResult>(props: PreviewProps<R>) {
  const { name, preview, isSame, isConfirmed, onConfirm, onDiscard, onNext, children } = props
  const text = useText()
  const missing = preview.concerns.length > 0 && !isConfirmed ? text('operations.file.needsMeant') : null
  return (
    <div className="file-preview">
      <h3>{text('operations.file.preview', { name })}</h3>
      <Remarks kind="concerns" remarks={preview.concerns} />
      <Remarks kind="warnings" remarks={preview.warnings} />
      {isSame(preview) ? <p className="console-empty">{text('operations.file.same')}</p> : children}
      {preview.concerns.length > 0 && (
        <div className="file-meant">
          <Toggle label={text('operations.file.meant')} on={isConfirmed} onToggle={onConfirm} />
        </div>
      )}
      <div className="console-actions">
        <Button onClick={onDiscard}>{text('operations.file.discard')}</Button>
        {!isSame(preview) && (
          <Button kind="primary" dimmedBecause={missing} onClick={onNext}>
            {text('operations.file.next')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The bytes of a file in base64. Rejects if the file cannot be read. */
function readAsBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // A data URL without what comes before its content.
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
