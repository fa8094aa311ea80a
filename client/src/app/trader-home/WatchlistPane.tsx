import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type CSSProperties, Suspense, useId } from 'react'
import { settingChosen } from '../../shared/store/settings.ts'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { useIsWide } from '../../ui/browser/browser-hooks.ts'
import { Chevron } from '../../ui/labels/Chevron.tsx'
import { lazyWithTexts } from '../../ui/text/lazy.ts'
import { useText } from '../../ui/text/use-text.ts'
import { paneHeight, ResizeHandle } from './ResizeHandle.tsx'
import './watchlist-pane.css'

/** Loaded on demand: the editor does not wait for it. */
const Watchlist = lazyWithTexts(
  async () => (await import('../../watchlist/Watchlist.tsx')).Watchlist,
  'desks',
)

interface Props {
  equities: ReadonlyMap<string, Equity>
  /** Opens a security in the editor. */
  onChoose: (equity: Equity) => void
}

/**
 * The watchlist beside the IOIs of the day: a third column in a wide window, otherwise a pane below the list, which
 * can be closed and resized. Both are stored in this browser for the user.
 */
export function WatchlistPane(props: Props) {
  const text = useText()
  const titleId = useId()
  const dispatch = useAppDispatch()
  const isWide = useIsWide()
  const isChosenOpen = useAppSelector(({ settings }) => settings.watchlist) === 'on'
  const height = useAppSelector(({ settings }) => settings.watchlistHeight)
  const isOpen = isWide || isChosenOpen
  return (
    <aside className="desk-market" data-open={isOpen} style={{ [paneHeight]: height } as CSSProperties}>
      {!isWide && isOpen && (
        <ResizeHandle
          label={text('watchlist.resize')}
          percent={height}
          onResize={(percent) => void dispatch(settingChosen({ watchlistHeight: percent }))}
        />
      )}
      {!isWide && (
        <h2 id={titleId} className="desk-market-title">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => void dispatch(settingChosen({ watchlist: isOpen ? 'off' : 'on' }))}
          >
            <Chevron to={isOpen ? 'down' : 'right'} />
            {text('watchlist.title')}
          </button>
        </h2>
      )}
      {isOpen && (
        <Suspense>
          <Watchlist {...props} hasPositions {...(!isWide && { titleId })} />
        </Suspense>
      )}
    </aside>
  )
}
