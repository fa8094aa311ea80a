import { Suspense, useEffect, useState } from 'react'
import { useAdvertListQuery } from '../../app/api/desk-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { lazyWithTexts } from '../../ui/text/lazy.ts'
import { useText } from '../../ui/text/use-text.ts'
import { type AllAction, actionOfKey, allActionKeys, allActions, concernedAdverts } from './all-actions.ts'
import './all-actions.css'

/** Loaded once there is an IOI, so that it is there when it is needed in a hurry. */
const AllActionPopup = lazyWithTexts(
  async () => (await import('./AllActionPopup.tsx')).AllActionPopup,
  'desks',
)

interface Props {
  /** The buttons to show. The keys work for all actions wherever this is mounted. */
  buttons?: readonly AllAction[]
  /** How the buttons look: quiet in a bar of buttons, else prominent. */
  kind?: 'quiet' | 'danger'
}

/** Pause all, Resume all and Cancel all, each with its number, its key and a confirmation. */
export function AllActions({ buttons = allActions, kind = 'quiet' }: Props) {
  const text = useText()
  const { data: adverts = [] } = useAdvertListQuery()
  const [action, setAction] = useState<AllAction | null>(null)
  const [said, setSaid] = useState('')
  const ask = (wanted: AllAction): void => {
    const none = concernedAdverts(wanted, adverts).length === 0
    setSaid(none ? text(`all.none.${wanted}`) : '')
    if (!none) setAction(wanted)
  }
  useActionKeys(ask)
  const hasAny = adverts.length > 0
  useEffect(() => {
    if (hasAny) AllActionPopup.fetch()
  }, [hasAny])
  return (
    <>
      {buttons.map((each) => {
        const count = concernedAdverts(each, adverts).length
        return (
          <Button
            key={each}
            kind={kind}
            data-all={each}
            title={allActionKeys[each]}
            aria-keyshortcuts={allActionKeys[each].replace('Ctrl', 'Control')}
            dimmedBecause={count === 0 ? text(`all.none.${each}`) : null}
            onClick={() => ask(each)}
          >
            {text(`all.${each}`)}
            {count > 0 && <span className="all-count">{count}</span>}
          </Button>
        )
      })}
      <span role="status" className="only-heard">
        {said}
      </span>
      <Suspense>
        {action && (
          <AllActionPopup
            action={action}
            adverts={adverts}
            onDone={(result) => {
              setAction(null)
              setSaid(result)
            }}
            onClose={() => setAction(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Calls back when the key of an action is pressed, from anywhere but a modal popup. */
function useActionKeys(ask: (action: AllAction) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const action = actionOfKey(event)
      if (!action || event.isComposing || event.repeat) return
      event.preventDefault()
      if (!document.querySelector('[aria-modal=true]')) ask(action)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
