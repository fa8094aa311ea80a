import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import type { CurrentHalt } from '@aitai/contract/schemas/console/operations.ts'
import { type HaltKind, haltKinds } from '@aitai/engine/model/state.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { type FormEvent, useState } from 'react'
import { useHaltTargetMutation, useOperationsSecurityQuery } from '../../shared/api/operations-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { equityTitleIn } from '../../ui/format/equity-name.ts'
import { halfWidth } from '../../ui/format/format.ts'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ReasonField } from '../ReasonField.tsx'

interface Props {
  halts: readonly CurrentHalt[]
  firms: readonly string[]
  onDone: (message: string) => void
}

/** What is to be halted; null while it is not complete. `label` is what the question names. */
interface Target {
  readonly what: HaltKind
  readonly name: string | null
  readonly label: string
}

/** Halts the platform, an institution or a security: what, a reason, and one question with what it means. */
export function HaltForm({ halts, firms, onDone }: Props) {
  const text = useText()
  const [what, setWhat] = useState<HaltKind>('SECURITY')
  const [firm, setFirm] = useState('')
  const [ric, setRic] = useState('')
  const [reason, setReason] = useState('')
  const [reviewed, setReviewed] = useState<Target | null>(null)
  const security = useSecurity(what === 'SECURITY' ? ric : '')
  const target = targetOf(what, firm, security)
  const isHalted = halts.some((halt) => halt.what === target?.what && halt.name === target.name)
  const missing =
    target === null
      ? text('operations.halt.needsTarget')
      : isHalted
        ? text('operations.halt.already')
        : cleanReason(reason) === null
          ? text('operations.halt.needsReason')
          : null
  const review = (event: FormEvent): void => {
    event.preventDefault()
    if (missing === null) setReviewed(target)
  }
  const finish = (message: string): void => {
    setReviewed(null)
    setReason('')
    setRic('')
    setFirm('')
    onDone(message)
  }
  return (
    <ConsolePart title={text('operations.halt')}>
      <form className="halt-form" onSubmit={review}>
        <SegmentedControl
          label={text('operations.halt.kind')}
          value={what}
          options={haltKinds.map((value) => ({ value, label: text(`operations.halt.${value}`) }))}
          onChoose={setWhat}
        />
        {what === 'FIRM' && (
          <Select
            label={text('operations.halt.firm')}
            value={firm}
            options={[
              { value: '', label: text('operations.halt.firm.choose') },
              ...firms.map((value) => ({ value, label: value })),
            ]}
            onChange={setFirm}
          />
        )}
        {what === 'SECURITY' && <RicField value={ric} security={security} onChange={setRic} />}
        <ReasonField value={reason} onChange={setReason} />
        <div>
          <Button kind="danger" type="submit" dimmedBecause={missing}>
            {text('operations.halt.next')}
          </Button>
        </div>
      </form>
      {reviewed && (
        <HaltPopup target={reviewed} reason={reason} onDone={finish} onClose={() => setReviewed(null)} />
      )}
    </ConsolePart>
  )
}

interface Security {
  readonly ric: string
  /** With its name, in the reader's language. */
  readonly label: string
}

/** A listed security by what was typed; undefined while it is looked up, null if there is none. */
function useSecurity(typed: string): Security | null | undefined {
  const language = useLanguage()
  const ric = halfWidth(typed).toUpperCase()
  const { currentData, isFetching } = useOperationsSecurityQuery(ric.length < 3 ? skipToken : { ric })
  if (!currentData) return isFetching ? undefined : null
  return { ric: currentData.ric, label: equityTitleIn(language, currentData) }
}

function targetOf(what: HaltKind, firm: string, security: Security | null | undefined): Target | null {
  switch (what) {
    case 'PLATFORM':
      return { what, name: null, label: '' }
    case 'FIRM':
      return firm === '' ? null : { what, name: firm, label: firm }
    case 'SECURITY':
      return security ? { what, name: security.ric, label: security.label } : null
  }
}

interface RicFieldProps {
  value: string
  security: Security | null | undefined
  onChange: (ric: string) => void
}

/** A RIC and the name of its security: a mistyped code would halt another one. */
function RicField({ value, security, onChange }: RicFieldProps) {
  const text = useText()
  const isTyped = halfWidth(value).length >= 3
  const hint =
    security?.label ?? (isTyped ? text('operations.halt.ric.looking') : text('operations.halt.ric.hint'))
  return (
    <Field
      label={text('operations.halt.ric')}
      value={value}
      autoComplete="off"
      spellCheck={false}
      hint={hint}
      error={isTyped && security === null ? text('operations.halt.ric.unknown') : null}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface PopupProps {
  target: Target
  reason: string
  onDone: (message: string) => void
  onClose: () => void
}

/** The question before a halt. It counts no IOIs: how many there are is nobody's business here. */
function HaltPopup({ target: { what, name, label }, reason, onDone, onClose }: PopupProps) {
  const text = useText()
  const [halt, { isLoading }] = useHaltTargetMutation()
  const send = async (): Promise<void> => {
    const { data } = await halt({ what, ...(name === null ? {} : { name }), reason })
    if (!data) return
    const message =
      name === null ? text('operations.done.closed') : text('operations.done.halted', { name: label })
    onDone(data.changed ? message : text('operations.done.unchanged'))
  }
  return (
    <Popup
      title={text(`operations.halt.confirm.${what}`, { name: label })}
      tone="warning"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('operations.cancel')}</Button>
          <Button kind="danger" busy={isLoading} onClick={() => void send()}>
            {text(`operations.halt.do.${what}`)}
          </Button>
        </>
      }
    >
      <div className="console-question">
        <p>{text(`operations.halt.means.${what}`)}</p>
        <p>{text('operations.halt.atOnce')}</p>
        <p>
          {text('operations.halt.reason')}: <q>{reason.trim()}</q>
        </p>
      </div>
    </Popup>
  )
}
