import { watchlistGroups } from '@aitai/contract/codes.ts'
import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { useRef, useState } from 'react'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { type GroupName, type NameFault, nameFault } from './watchlist-order.ts'

/** Why a name cannot be used, in the user's language; null while it can. */
export function useNameFaultText(): (fault: NameFault | null) => string | null {
  const text = useText()
  return (fault) => fault && text(`watchlist.name.${fault}`, { most: limits[fault] })
}

const limits: Readonly<Record<NameFault, number>> = {
  empty: 0,
  taken: 0,
  long: watchlistGroups.longestName,
  many: watchlistGroups.most,
}

interface Props {
  list: Watchlist
  /** The present name; null for a new group. */
  name: GroupName
  onName: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a group. */
export function GroupNamePopup({ list, name, onName, onClose }: Props) {
  const text = useText()
  const faultText = useNameFaultText()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(name ?? '')
  const [isRefused, setRefused] = useState(false)
  const fault = nameFault(list, typed, name)
  const save = (): void => {
    if (!fault) return onName(typed)
    setRefused(true)
    field.current?.focus()
  }
  return (
    <Popup
      title={text(name === null ? 'watchlist.group.new' : 'watchlist.group.rename')}
      initialFocus={field}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('watchlist.import.cancel')}</Button>
          <Button kind="primary" onClick={save}>
            {text('watchlist.group.save')}
          </Button>
        </>
      }
    >
      <Field
        ref={field}
        label={text('watchlist.group.name')}
        value={typed}
        maxLength={watchlistGroups.longestName}
        autoComplete="off"
        // Nothing is wrong with a name that has not been typed yet.
        error={isRefused || (fault && fault !== 'empty') ? faultText(fault) : null}
        hint={text('watchlist.group.name.hint')}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (isComposing(event) || event.key !== 'Enter') return
          event.preventDefault()
          save()
        }}
      />
    </Popup>
  )
}
