import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { Suspense, useEffect, useState } from 'react'
import { useAdvertListQuery } from '../../shared/api/desk-api.ts'
import { onlyData } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { useTemporaryValue } from '../../ui/browser/use-temporary-value.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DeskNote } from '../../ui/labels/DeskNote.tsx'
import { lazyWithTexts } from '../../ui/text/lazy.ts'
import { useText } from '../../ui/text/use-text.ts'
import { type ActionScope, deskAction, ownAction } from './action-scope.ts'
import { type AllAction, actionOfKey, allActionKeys, allActions } from './all-actions.ts'
import { useDeskTraders } from './use-desk.ts'
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
  /** Whose IOIs the buttons count, and which scope is chosen first. Only a desk head has a choice. */
  scope?: ActionScope
}

const none: readonly Advert[] = []

/** Pause all, Resume all and Cancel all, each with its number, its key and a confirmation. */
export function AllActions({ buttons = allActions, kind = 'quiet', scope = 'mine' }: Props) {
  const text = useText()
  const { data: adverts = none } = useAdvertListQuery(undefined, { selectFromResult: onlyData })
  const desk = useDeskTraders()
  const [action, setAction] = useState<AllAction | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [nothing, setNothing] = useTemporaryValue<AllAction>(intervals.nothingToDo)
  const countOf = (wanted: AllAction, of: ActionScope): number =>
    (of === 'desk' ? deskAction(wanted, desk ?? []) : ownAction(wanted, adverts)).adverts.length
  const isNone = (wanted: AllAction): boolean =>
    countOf(wanted, 'mine') === 0 && countOf(wanted, 'desk') === 0
  const noneText = (wanted: AllAction): string => text(`all.none${desk ? '.desk' : ''}.${wanted}`)
  const openConfirmation = (wanted: AllAction): void => {
    const isNothing = isNone(wanted)
    setAnnouncement('')
    setNothing(isNothing ? wanted : null)
    if (!isNothing) setAction(wanted)
  }
  useActionKeys(openConfirmation)
  const hasAny = adverts.length > 0 || desk !== null
  useEffect(() => {
    if (hasAny) AllActionPopup.fetch()
  }, [hasAny])
  return (
    <>
      {buttons.map((each) => {
        const count = countOf(each, scope)
        return (
          <Button
            key={each}
            kind={kind}
            data-all={each}
            title={allActionKeys[each]}
            aria-keyshortcuts={allActionKeys[each].replace('Ctrl', 'Control')}
            dimmedBecause={isNone(each) ? noneText(each) : null}
            onClick={() => openConfirmation(each)}
          >
            {text(`all${scope === 'desk' ? '.desk' : ''}.${each}`)}
            {count > 0 && <span className="all-count">{count}</span>}
          </Button>
        )
      })}
      {/* With `aria-live`, because the confirmation is still open and would hide a role alone. */}
      <span role="status" aria-live="polite" className="visually-hidden">
        {announcement}
      </span>
      <DeskNote>{nothing && noneText(nothing)}</DeskNote>
      <Suspense>
        {action && (
          <AllActionPopup
            action={action}
            adverts={adverts}
            desk={desk}
            firstScope={scope === 'mine' && countOf(action, 'mine') === 0 ? 'desk' : scope}
            onDone={(result) => {
              setAction(null)
              setAnnouncement(result)
            }}
            onClose={() => setAction(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Calls back when the key of an action is pressed, from anywhere but a modal popup. */
function useActionKeys(onAction: (action: AllAction) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const action = actionOfKey(event)
      if (!action || isComposing(event) || event.repeat) return
      event.preventDefault()
      if (!document.querySelector('[aria-modal=true]')) onAction(action)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
