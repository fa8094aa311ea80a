import { Switch } from '@salt-ds/core'
import { useId } from 'react'
import './toggle.css'

interface Props {
  id?: string
  label: string
  on: boolean
  /** Why it cannot be switched. It stays focusable, so that a screen reader can read the reason. */
  lockedBecause?: string | null
  onToggle: (on: boolean) => void
}

/** A labelled switch. While locked, it shows the reason and ignores clicks and keys. */
export function Toggle({ id, label, on, lockedBecause = null, onToggle }: Props) {
  const reasonId = useId()
  const isLocked = lockedBecause !== null
  const lockedProps = isLocked ? { 'aria-disabled': true, 'aria-describedby': reasonId } : {}
  return (
    <div className="toggle">
      <Switch
        label={label}
        checked={on}
        data-locked={isLocked || undefined}
        inputProps={{ ...(id ? { id } : {}), ...lockedProps }}
        onChange={(event) => !isLocked && onToggle(event.target.checked)}
      />
      {isLocked && (
        <p id={reasonId} className="toggle-reason">
          {lockedBecause}
        </p>
      )}
    </div>
  )
}
