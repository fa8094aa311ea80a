import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { StateMark } from '../ConsoleTable.tsx'
import { useActionResult } from '../use-action-result.ts'

/** Active or disabled. */
export function ActiveState({ isActive }: { isActive: boolean }) {
  const text = useText()
  const state = isActive ? 'active' : 'disabled'
  return <StateMark mark={state}>{text(`operations.users.state.${state}`)}</StateMark>
}

interface Props {
  of: 'firms' | 'brokers'
  name: string
  isActive: boolean
  send: (disables: boolean, reason: string) => Promise<{ data?: { changed: boolean } | undefined }>
  onDone: (message: string) => void
}

/** Disables an institution or a broker, or enables it again. */
export function ActiveButton(props: Props) {
  const text = useText()
  const [isPopupOpen, setIsPopupOpen] = useState(false)
  return (
    <>
      <Button kind={props.isActive ? 'danger' : 'normal'} onClick={() => setIsPopupOpen(true)}>
        {text(props.isActive ? 'operations.users.disable' : 'operations.users.enable')}
      </Button>
      {isPopupOpen && <ActivePopup {...props} onClose={() => setIsPopupOpen(false)} />}
    </>
  )
}

function ActivePopup({ of, name, isActive, send, onDone, onClose }: Props & { onClose: () => void }) {
  const text = useText()
  const finish = useActionResult(onDone)
  // As when the popup was opened: somebody else may do the same meanwhile.
  const [disables] = useState(isActive)
  const key = disables ? 'disable' : 'enable'
  const done = disables ? 'operations.users.done.disabled' : 'operations.users.done.enabled'
  return (
    <ActionPopup
      title={text(`operations.users.${key}.title`, { name })}
      means={[text(`operations.${of}.${key}.means`)]}
      doLabel={text(`operations.${of}.${key}.do`)}
      isDangerous={disables}
      send={async (reason) => finish(await send(disables, reason), text(done, { name }))}
      onClose={onClose}
    />
  )
}
