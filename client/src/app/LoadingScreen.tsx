import { intervals } from '../shared/intervals.ts'
import { useTrueLongerThan } from '../ui/browser/browser-hooks.ts'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { LogoMark } from '../ui/labels/LogoMark.tsx'
import { useText } from '../ui/text/use-text.ts'
import './loading-screen.css'

/** The loading screen as a whole page, where there is no layout around it. */
export function LoadingPage({ onRetry }: { onRetry: (() => void) | null }) {
  return (
    <main className="loading-page">
      <LoadingScreen onRetry={onRetry} />
    </main>
  )
}

/**
 * Loading states of a desk: nothing at first, because most loads are quick; then the logo; on failure a
 * button to try again.
 */
export function LoadingScreen({ onRetry }: { onRetry: (() => void) | null }) {
  const text = useText()
  const lasted = useTrueLongerThan(true, intervals.skeletonDelay)
  if (onRetry) {
    return (
      <div className="loading-screen" role="alert">
        <LogoMark size={40} />
        <h1>{text('auth.loadFailed')}</h1>
        <PlainButton onClick={onRetry}>{text('common.retry')}</PlainButton>
      </div>
    )
  }
  return (
    <div className="loading-screen" aria-busy="true">
      {lasted ? (
        <>
          <LogoMark size={40} />
          <p role="status">{text('auth.loading')}</p>
        </>
      ) : null}
    </div>
  )
}
