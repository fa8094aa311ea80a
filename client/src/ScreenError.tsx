import { Button } from './ui/Button.tsx'
import { Mark } from './ui/Mark.tsx'
import { useText } from './ui/text.ts'
import './loading-screen.css'

/** The face of a bug: a screen that threw. */
export function ScreenError() {
  const text = useText()
  return (
    <main className="loading-screen" role="alert">
      <Mark size={40} />
      <h1>{text('error.screenTitle')}</h1>
      <p>{text('error.screenHint')}</p>
      <Button kind="primary" onClick={() => location.reload()}>
        {text('error.reload')}
      </Button>
    </main>
  )
}
