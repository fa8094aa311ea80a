import { Component, type ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { LogoMark } from '../ui/labels/LogoMark.tsx'
import { ChunkLoadError } from '../ui/text/lazy.ts'
import { useText } from '../ui/text/use-text.ts'
import './loading-screen.css'

/** Shown when a screen cannot be rendered: because of a bug, or because a part could not be loaded. */
function ErrorPage({ error }: { error: unknown }) {
  const text = useText()
  const isMissing = error instanceof ChunkLoadError
  return (
    <main className="loading-screen" role="alert">
      <LogoMark size={40} />
      <h1>{text(isMissing ? 'error.notFetchedTitle' : 'error.screenTitle')}</h1>
      <p>{text(isMissing ? 'error.notFetchedHint' : 'error.screenHint')}</p>
      <PlainButton kind="primary" onClick={() => location.reload()}>
        {text('error.reload')}
      </PlainButton>
    </main>
  )
}

/** The same for errors that the router catches. */
export function ScreenError() {
  return <ErrorPage error={useRouteError()} />
}

/** Catches errors that no screen catches, instead of a white page. */
export class RootErrorBoundary extends Component<
  { children: ReactNode },
  { thrown: { error: unknown } | null }
> {
  override state = { thrown: null }

  static getDerivedStateFromError(error: unknown) {
    return { thrown: { error } }
  }

  override render() {
    const { thrown } = this.state as { thrown: { error: unknown } | null }
    return thrown ? <ErrorPage error={thrown.error} /> : this.props.children
  }
}
