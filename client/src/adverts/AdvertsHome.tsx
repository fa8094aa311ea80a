import type { Equity } from '@aitai/contract/reference.ts'
import { isTerminal } from '@aitai/engine/advert.ts'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useGetEquitiesQuery } from '../api.ts'
import { useAppSelector } from '../store.ts'
import { useText } from '../ui/text.ts'
import { ActionBar } from './ActionBar.tsx'
import { AdvertDesk } from './AdvertDesk.tsx'
import { DeskSide } from './DeskSide.tsx'
import { isHistoryOf } from './desk.ts'
import { MinimalDesk } from './MinimalDesk.tsx'
import { SearchBar } from './SearchBar.tsx'
import { StatusBanner } from './StatusBanner.tsx'
import { useAdverts, useChoice, useEquities } from './use-desk.ts'
import { useLeavingAsks, useSearchKeys } from './use-keys.ts'
import './adverts-home.css'

// The grid comes once it is asked for.
const HistoryDesk = lazy(() =>
  import('./history/HistoryDesk.tsx').then((module) => ({ default: module.HistoryDesk })),
)

interface Props {
  /** Whether the market of a security is open, for the banner. */
  marketIndicator: (securityId: string | null) => ReactNode
  /** Mid, moves and limits, for the editor's head. */
  marketLine: (equity: Equity) => ReactNode
}

/** The trader home: search, the adverts of the day, the one in hand, what can be done (specification 2). */
export function AdvertsHome({ marketIndicator, marketLine }: Props) {
  const text = useText()
  const equities = useEquities()
  const { data: equityList } = useGetEquitiesQuery()
  const desk = useAdverts()
  const { list, adverts, selected } = desk
  const [toQuantity, setToQuantity] = useState(false)
  const goToQuantity = useCallback(() => setToQuantity(true), [])
  const arrived = useCallback(() => setToQuantity(false), [])
  const choose = useChoice(adverts, list.refetch, goToQuantity)
  const inputRef = useSearchKeys()
  useLeavingAsks(desk.edited.size > 0)

  const equity = selected ? equities.get(selected.securityId) : undefined
  const isMinimal = list.isSuccess && adverts.length === 0
  // Before that nobody knows where the search belongs, and it must not move under who types.
  const isKnown = !list.isLoading
  const isHistory = useAppSelector(isHistoryOf) && !isMinimal
  const taken = new Set(adverts.filter((advert) => !isTerminal(advert)).map(({ securityId }) => securityId))
  const search = <SearchBar inputRef={inputRef} taken={taken} onChoose={(each) => void choose(each)} />
  const others = adverts.filter(({ id }) => id !== selected?.id)
  return (
    <div className="adverts-home" data-state={isMinimal ? 'minimal' : isHistory ? 'history' : 'basic'}>
      <h1 className="only-heard">{text('advert.desk')}</h1>
      <StatusBanner advert={selected} equity={equity}>
        {marketIndicator(selected?.securityId ?? equityList?.[0]?.equityId ?? null)}
      </StatusBanner>
      {isMinimal && <MinimalDesk>{search}</MinimalDesk>}
      {isHistory && (
        <Suspense fallback={<p className="desk-editor">{text('history.loading')}</p>}>
          <HistoryDesk {...{ desk, equities, inputRef }} onOpen={goToQuantity} />
        </Suspense>
      )}
      {isKnown && !isMinimal && !isHistory && (
        <DeskSide desk={desk} equities={equities} onOpen={goToQuantity}>
          {search}
        </DeskSide>
      )}
      {!isHistory && selected && equity && (
        <AdvertDesk
          key={desk.editing}
          {...{ advert: selected, equity, toQuantity, others, onArrived: arrived }}
        >
          {marketLine(equity)}
        </AdvertDesk>
      )}
      {!isMinimal && !isHistory && !(selected && equity) && <NothingInHand isLoaded={list.isSuccess} />}
    </div>
  )
}

function NothingInHand({ isLoaded }: { isLoaded: boolean }) {
  const text = useText()
  return (
    <>
      <div className="desk-editor">{isLoaded && <p>{text('advert.editor.empty')}</p>}</div>
      <ActionBar advert={null} equity={undefined} isModified={false} formId="" />
    </>
  )
}
