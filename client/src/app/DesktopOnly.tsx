import { useText } from '../ui/text/use-text.ts'

/** Shown instead of a desk on a window that is too small (docs/specification.md §1). */
export function DesktopOnly() {
  const text = useText()
  return (
    <main className="desktop-only">
      <h1>{text('header.desktopTitle')}</h1>
      <p>{text('header.desktopLead')}</p>
    </main>
  )
}
