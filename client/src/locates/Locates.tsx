import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { lazyWithTexts } from '../ui/text/lazy.ts'
import { LocateAnnouncer } from './alerts/LocateAnnouncer.tsx'
import { useAlerts } from './alerts/use-alerts.ts'
import { LocateList } from './list/LocateList.tsx'
import { type ChosenEntry, chosenNow, type LocateEntry } from './locate-list.ts'
import { outcomeSeen, outcomesClosed, practiceEnded, selectLocatesState } from './locates-slice.ts'
import { LocatePopup, type Step } from './popup/LocatePopup.tsx'
import { useFrame } from './use-frame.ts'
import { useKnownLocates, useLocateEntries } from './use-locate-entries.ts'
import { usePopupShortcut } from './use-popup-shortcut.ts'
import { useReturnedSelection } from './use-returned-selection.ts'
import { useSecurities } from './use-securities.ts'
import './locates.css'

/** Loaded on demand, because it is seen on the first day. */
const PracticeLocate = lazyWithTexts(
  async () => (await import('./practice/PracticeLocate.tsx')).PracticeLocate,
  'desks',
)

/**
 * The popup of located contras, above everything else: one of them in full, and a list if there are several. Not
 * modal: typing elsewhere continues, and F8 moves the focus to the popup and back.
 */
export function Locates() {
  const dispatch = useAppDispatch()
  const entries = useLocateEntries(useKnownLocates())
  const { nameOf, equityOf } = useSecurities()
  const [chosen, setChosen] = useState<ChosenEntry | null>(null)
  useReturnedSelection(({ currentId }) => {
    const current = entries.find(({ id }) => id === currentId)
    if (current) setChosen(chosenNow(current, entries))
  })
  const { shown, isTakeover, accept } = useFrame(entries, chosen)
  const shownId = shown?.id ?? null
  const practice = usePractice(shown !== null, equityOf)
  const hadFocus = useRef(false)
  const { heading, goTo, note, leave } = usePopupShortcut(
    shown !== null || practice.equity !== undefined,
    accept,
  )
  useEffect(() => {
    if (shownId !== null) return
    if (hadFocus.current) leave()
    hadFocus.current = false
  }, [shownId, leave])
  useAlerts(entries, goTo)

  const choose = (entry: LocateEntry): void => {
    setChosen(chosenNow(entry, entries))
    if (entry.isNew) dispatch(outcomeSeen(entry.id))
  }
  const step = (to: Step): void => {
    const next = shown && entries[to(entries.indexOf(shown), entries.length)]
    if (next) choose(next)
  }
  const closeShown = (): void => {
    if (!shown) return
    const next = neighbourOf(shown, entries)
    if (next) choose(next)
    dispatch(outcomesClosed([shown.id]))
  }
  const names = shown && nameOf(shown.locate.securityId)
  return createPortal(
    // A silent live region, so that a modal dialog does not hide it: a locate must be answerable at any time.
    <div className="locates" aria-live="off">
      <LocateAnnouncer shown={shown} entries={entries} isTakeover={isTakeover} nameOf={nameOf} />
      {shown && names && (
        <LocatePopup
          entry={shown}
          {...names}
          equity={equityOf(shown.locate.securityId)}
          isTakeover={isTakeover}
          list={
            entries.length > 1 && (
              <LocateList
                entries={entries}
                shownId={shown.id}
                ricOf={(securityId) => nameOf(securityId).ric}
                onChoose={choose}
                onClose={(ids) => dispatch(outcomesClosed(ids))}
              />
            )
          }
          {...(entries.length > 1 && { onStep: step })}
          heading={heading}
          hadFocus={hadFocus}
          onSeen={() => dispatch(outcomeSeen(shown.id))}
          onRead={closeShown}
          onEnter={note}
          onLeave={leave}
        />
      )}
      {practice.equity && (
        <Suspense>
          <PracticeLocate
            equity={practice.equity}
            name={nameOf(practice.equity.equityId).name}
            heading={heading}
            onEnter={note}
            onLeave={leave}
            onClose={() => {
              practice.end()
              leave()
            }}
          />
        </Suspense>
      )}
    </div>,
    document.body,
  )
}

/** The outcome to show when one is closed: the next one, else the one before. */
function neighbourOf(shown: LocateEntry, entries: readonly LocateEntry[]): LocateEntry | undefined {
  const position = entries.indexOf(shown)
  return [...entries.slice(position + 1), ...entries.slice(0, position).reverse()].find(
    ({ phase }) => phase === 'outcome',
  )
}

/** The security of an open practice locate. A real locate ends the practice. */
function usePractice(isLocated: boolean, equityOf: (securityId: string) => Equity | undefined) {
  const dispatch = useAppDispatch()
  const { practice } = useAppSelector(selectLocatesState)
  const end = (): void => void dispatch(practiceEnded())
  useEffect(() => {
    if (isLocated && practice !== null) dispatch(practiceEnded())
  }, [dispatch, isLocated, practice])
  return { equity: practice === null || isLocated ? undefined : equityOf(practice), end }
}
