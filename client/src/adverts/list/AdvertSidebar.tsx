import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { ReactNode } from 'react'
import { useAppDispatch } from '../../app/store/store.ts'
import { advertSelected } from '../desk-slice.ts'
import type { useAdverts } from '../use-adverts.ts'
import { AdvertList } from './AdvertList.tsx'
import { MinimalDesk } from './MinimalDesk.tsx'
import { StaleListNotice } from './StaleListNotice.tsx'

interface Props {
  desk: ReturnType<typeof useAdverts>
  equities: ReadonlyMap<string, Equity>
  isMinimal: boolean
  onOpen: () => void
  /** The search bar. */
  children: ReactNode
}

/**
 * The search, and under it the adverts of the day, or how to post the first one. The search is the same one
 * from the first paint on, wherever it stands: nobody's text or focus is lost when the list comes.
 */
export function AdvertSidebar({ desk, equities, isMinimal, onOpen, children }: Props) {
  const isKnown = desk.list.data !== undefined || desk.list.isError
  return (
    <div className={isMinimal ? 'desk-minimal' : 'desk-side'} data-waiting={!isKnown || undefined}>
      <div className="desk-search">{children}</div>
      {isMinimal && <MinimalDesk />}
      {isKnown && !isMinimal && <DayList {...{ desk, equities, onOpen }} />}
    </div>
  )
}

/** The adverts of the day; a list that could not be refreshed says how old it is. */
function DayList({ desk, equities, onOpen }: Pick<Props, 'desk' | 'equities' | 'onOpen'>) {
  const dispatch = useAppDispatch()
  const { list, shown, selected, edited } = desk
  return (
    <>
      <div className="desk-age">
        <StaleListNotice list={list} />
      </div>
      <AdvertList
        adverts={shown}
        equities={equities}
        selected={selected}
        edited={edited}
        onSelect={(advert) => dispatch(advertSelected(advert.id))}
        onOpen={onOpen}
      />
    </>
  )
}
