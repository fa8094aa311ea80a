import { useText } from '../ui/text/use-text.ts'

/** In place of a desk that would not fit: what to do, and what still comes (specification 1). */
export function DesktopOnly() {
  const text = useText()
  return (
    <main className="desktop-only">
      <h1>{text('header.desktopTitle')}</h1>
      <p>{text('header.desktopLead')}</p>
    </main>
  )
}
