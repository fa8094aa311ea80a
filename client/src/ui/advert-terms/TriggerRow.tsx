import { Tooltip } from '@salt-ds/core'
import { type ReactNode, useId } from 'react'
import { Toggle } from '../controls/Toggle.tsx'
import './trigger-row.css'

interface Props {
  /** The id of the switch. */
  id?: string
  label: string
  /** What the trigger does: a tooltip of its name, and announced with the fields. */
  means: string
  on: boolean
  lockedBecause?: string | null
  onToggle: (on: boolean) => void
  /** Below the row. */
  caution?: ReactNode
  /** The fields of its values, with their hints and errors at the end of the row. */
  children: ReactNode
}

/** One price condition in one row: its switch, then its values. */
export function TriggerRow({ label, means, caution, children, ...toggle }: Props) {
  const meansId = useId()
  return (
    <fieldset className="trigger-row" data-on={toggle.on} aria-describedby={meansId}>
      <legend className="visually-hidden">{label}</legend>
      <Tooltip content={means} placement="left" hideIcon className="glossary-tooltip">
        <div className="trigger-row-switch">
          <Toggle label={label} {...toggle} />
        </div>
      </Tooltip>
      <p id={meansId} className="visually-hidden">
        {means}
      </p>
      {children}
      {caution}
    </fieldset>
  )
}
