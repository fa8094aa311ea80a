import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { isTerminal } from '@aitai/engine/model/advert.ts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { type Blocker, useBlocker } from 'react-router'
import { ActionBar } from '../../adverts/actions/ActionBar.tsx'
import { AllActions } from '../../adverts/all/AllActions.tsx'
import { advertSelected, selectAdvancedTab } from '../../adverts/desk-slice.ts'
import { SearchBar } from '../../adverts/search/SearchBar.tsx'
import { useAdverts, useEquities, useOpenOrCreateAdvert } from '../../adverts/use-adverts.ts'
import { useDesktopAgent } from '../../desktop-agent/use-desktop-agent.ts'
import { ViewInstrumentButton } from '../../desktop-agent/ViewInstrumentButton.tsx'
import { LazyHistoryDesk, useIsHistoryOpen } from '../../history/LazyHistoryDesk.tsx'
import { useGetEquitiesQuery, useUserBrokersListQuery } from '../../shared/api/desk-api.ts'
import { searchInputRef } from '../../shared/store/search-shortcut.ts'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { unsentCounted } from '../../shared/store/unsent-changes.ts'
import { useUnloadWarning } from '../../ui/browser/browser-hooks.ts'
import { UnsentAdvertsPopup } from '../../ui/popups/UnsentAdvertsPopup.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { AdvertDesk } from './AdvertDesk.tsx'
import { AdvertSidebar } from './AdvertSidebar.tsx'
import { StatusBanner } from './StatusBanner.tsx'
import { WatchlistPane } from './WatchlistPane.tsx'
import './adverts-home.css'

/** The keys of the actions on all IOIs work on a desk without any, and say that there is none. */
const noButtons = [] as const

const stay = (): void => {}

interface Props {
  /** Whether the market of a security is open, for the banner. */
  marketIndicator: (securityId: string | null) => ReactNode
  /** Mid, moves and limits, for the editor's head. */
  marketLine: (equity: Equity) => ReactNode
  /** Opens a practice locate, before the first IOI of the day. */
  practice: ReactNode
}

/** The trader's home: search, the adverts of the day, the editor and the actions. */
export function AdvertsHome({ marketIndicator, marketLine, practice }: Props) {
  const text = useText()
  const equities = useEquities()
  const { data: equityList } = useGetEquitiesQuery()
  const dispatch = useAppDispatch()
  const desk = useAdverts()
  const { list, adverts, selected } = desk
  const [toQuantity, setToQuantity] = useState(false)
  const goToQuantity = useCallback(() => setToQuantity(true), [])
  const arrived = useCallback(() => setToQuantity(false), [])
  const choose = useOpenOrCreateAdvert(list.data, list.refetch, goToQuantity)
  // It does not move the focus to the quantity: the next key may be meant for another program.
  const open = useOpenOrCreateAdvert(list.data, list.refetch, stay)
  const agent = useDesktopAgent({
    equities,
    onOpen: (each) => void open(each),
    // A draft would keep colleagues from the security, so a glance from elsewhere makes none.
    onFollow: ({ equityId }) => {
      const known = adverts.find((advert) => advert.securityId === equityId)
      if (known) dispatch(advertSelected(known.id))
    },
  })
  const leaving = useUnsentChangesPrompt(desk.edited.size)
  // Preloaded, so that the editor of the first IOI need not wait for the brokers.
  useUserBrokersListQuery()
  const equity = selected ? equities.get(selected.securityId) : undefined
  const state = useContainerState(desk)
  const isMinimal = state === 'minimal'
  const isHistory = state === 'history'
  // Until the list is known the layout is undecided, and no button may move while it is pressed.
  const isKnown = list.data !== undefined || list.isError
  const securitiesWithAdvert = new Set(
    adverts.filter((advert) => !isTerminal(advert)).map(({ securityId }) => securityId),
  )
  const others = adverts.filter(({ id }) => id !== selected?.id)
  return (
    <div className="adverts-home" data-state={state} aria-busy={list.isLoading}>
      <h1 className="visually-hidden">{text('advert.desk')}</h1>
      <StatusBanner advert={selected} equity={equity}>
        {marketIndicator(selected?.securityId ?? equityList?.[0]?.equityId ?? null)}
      </StatusBanner>
      {isHistory && (
        <LazyHistoryDesk {...{ desk, equities, inputRef: searchInputRef }} onOpen={goToQuantity} />
      )}
      {!isHistory && (
        <AdvertSidebar
          {...{ desk, equities, isMinimal, practice }}
          onOpen={goToQuantity}
          onChoose={(each) => void choose(each)}
        >
          <SearchBar
            inputRef={searchInputRef}
            advertised={securitiesWithAdvert}
            onChoose={(each) => void choose(each)}
          />
        </AdvertSidebar>
      )}
      {!isHistory && selected && equity && (
        <AdvertDesk
          key={desk.editing}
          {...{ advert: selected, equity, toQuantity, others, onArrived: arrived }}
        >
          {marketLine(equity)}
          {agent && <ViewInstrumentButton {...{ agent, equity }} />}
        </AdvertDesk>
      )}
      {isKnown && !isMinimal && !isHistory && !(selected && equity) && (
        <NoSelection isLoaded={list.isSuccess} />
      )}
      {isKnown && !isMinimal && !isHistory && (
        <WatchlistPane equities={equities} onChoose={(each) => void choose(each)} />
      )}
      {isMinimal && <AllActions buttons={noButtons} />}
      {leaving.state === 'blocked' && (
        <UnsentAdvertsPopup unsent={desk.edited.size} onStay={leaving.reset} onLeave={leaving.proceed} />
      )}
    </div>
  )
}

/**
 * The state of the container: minimal without adverts, history while the table is shown, advanced while the
 * panel is open, else basic. Cached data counts while the list is refetched.
 */
function useContainerState({ list, adverts, selected }: ReturnType<typeof useAdverts>) {
  // Without adverts the desk has no button to it.
  const isHistory = useIsHistoryOpen(adverts.length > 0)
  const panel = useAppSelector(selectAdvancedTab)
  if (list.data && adverts.length === 0) return 'minimal'
  if (isHistory) return 'history'
  return panel && selected ? 'advanced' : 'basic'
}

function NoSelection({ isLoaded }: { isLoaded: boolean }) {
  const text = useText()
  return (
    <>
      <div className="desk-editor">{isLoaded && <p>{text('advert.editor.empty')}</p>}</div>
      <ActionBar advert={null} equity={undefined} isModified={false} formId="" />
    </>
  )
}

/** Paths of the desk itself: navigating to them loses no edits. */
const deskPaths: readonly string[] = ['/', '/adverts-home']

/**
 * Blocks navigation to another screen while edits are unsent, and warns before the page is closed. The header
 * asks at log-off. Selecting another advert needs no prompt, because edits are stored per advert.
 */
export function useUnsentChangesPrompt(unsent: number): Blocker {
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(unsentCounted(unsent))
    // Edits end with the desk, so logging off from another screen has nothing to ask.
    return () => void dispatch(unsentCounted(0))
  }, [dispatch, unsent])
  useUnloadWarning(unsent > 0)
  return useBlocker(({ nextLocation }) => unsent > 0 && !deskPaths.includes(nextLocation.pathname))
}
