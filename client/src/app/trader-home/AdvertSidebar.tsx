import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type ReactNode, Suspense, useCallback, useContext, useEffect } from 'react'
import { DeskActions } from '../../adverts/actions/desk-actions.ts'
import { advertSelected } from '../../adverts/desk-slice.ts'
import { AdvertList } from '../../adverts/list/AdvertList.tsx'
import { ListTotals } from '../../adverts/list/ListTotals.tsx'
import { StaleListWarning } from '../../adverts/list/StaleListWarning.tsx'
import type { useAdverts } from '../../adverts/use-adverts.ts'
import { searchInputRef } from '../../shared/store/search-shortcut.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { lazyWithTexts } from '../../ui/text/lazy.ts'
import { useText } from '../../ui/text/use-text.ts'

/** Loaded on demand: the search does not wait for it. */
const MinimalDeskCards = lazyWithTexts(
  async () => (await import('./MinimalDeskCards.tsx')).MinimalDeskCards,
  'desks',
)

interface Props {
  desk: ReturnType<typeof useAdverts>
  equities: ReadonlyMap<string, Equity>
  isMinimal: boolean
  onOpen: () => void
  /** Opens a security before the first IOI of the day. */
  onChoose: (equity: Equity) => void
  /** Opens a practice locate. */
  practice: ReactNode
  /** The search bar. */
  children: ReactNode
}

/**
 * The search with the adverts of the day below it, or a hint for the first one. The search keeps its position in
 * the tree in all states, so that neither text nor focus is lost when the list arrives.
 */
export function AdvertSidebar({ desk, equities, isMinimal, practice, onOpen, onChoose, children }: Props) {
  const isKnown = desk.list.data !== undefined || desk.list.isError
  return (
    <div className={isMinimal ? 'desk-minimal' : 'desk-side'} data-waiting={!isKnown || undefined}>
      <div className="desk-search">{children}</div>
      {isMinimal && <MinimalDesk {...{ equities, onChoose, practice }} />}
      {isKnown && !isMinimal && <DayList {...{ desk, equities, onOpen }} />}
    </div>
  )
}

/** The adverts of the day, with a warning if the list is stale. */
function DayList({ desk, equities, onOpen }: Pick<Props, 'desk' | 'equities' | 'onOpen'>) {
  const dispatch = useAppDispatch()
  const { list, shown, selected, edited } = desk
  const select = useCallback((advert: Advert) => void dispatch(advertSelected(advert.id)), [dispatch])
  return (
    <>
      <div className="desk-age">
        <StaleListWarning list={list} />
      </div>
      <AdvertList
        adverts={shown}
        equities={equities}
        selected={selected}
        edited={edited}
        onSelect={select}
        onOpen={onOpen}
      />
      <ListTotals adverts={shown} />
    </>
  )
}

/** The day begins with a search. The focus is not taken from anything that a user has gone to. */
function useFocusedSearch(): void {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.tagName === 'MAIN') searchInputRef.current?.focus()
  }, [])
}

/** Shown while there are no adverts: one sentence, the keyboard hints, and what a day begins with. */
function MinimalDesk({ practice, ...props }: Pick<Props, 'equities' | 'onChoose' | 'practice'>) {
  const text = useText()
  useFocusedSearch()
  return (
    <>
      <p className="desk-minimal-sentence">{text('advert.minimal.sentence')}</p>
      <p className="desk-minimal-keys" aria-hidden>
        <Kbd>/</Kbd> {text('advert.minimal.search')}
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {text('advert.minimal.choose')}
        <Kbd>Enter</Kbd> {text('advert.minimal.select')}
      </p>
      <div className="desk-minimal-more">
        {useContext(DeskActions)}
        {practice}
      </div>
      <Suspense>
        <MinimalDeskCards {...props} />
      </Suspense>
    </>
  )
}
