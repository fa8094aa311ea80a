import { useId } from 'react'
import './toggle.css'

interface Props {
  id?: string
  label: string
  on: boolean
  /** Why it cannot be turned, said beside it; it stays reachable, so that the reason can be read. */
  lockedBecause?: string | null
  disabled?: boolean
  onTurn: (on: boolean) => void
}

/** A switch: on or off by a click or the space bar; locked, it says why. */
export function Toggle({ id, label, on, lockedBecause = null, disabled = false, onTurn }: Props) {
  const reasonId = useId()
  const isLocked = lockedBecause !== null
  return (
    <div className="toggle">
      <label data-locked={isLocked || disabled}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          aria-disabled={isLocked || undefined}
          aria-describedby={isLocked ? reasonId : undefined}
          disabled={disabled}
          onChange={(event) => !isLocked && onTurn(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {isLocked && (
        <p id={reasonId} className="toggle-reason">
          {lockedBecause}
        </p>
      )}
    </div>
  )
}
