import { intervals } from '../intervals.ts'
import { useIsNarrow } from '../ui/browser/browser-hooks.ts'
import { Carousel } from '../ui/controls/Carousel.tsx'
import { useText } from '../ui/text/use-text.ts'
import { DarkPoolDiagram } from './DarkPoolDiagram.tsx'
import { IoiSolutionDiagram } from './IoiSolutionDiagram.tsx'
import { TraditionalIoisDiagram } from './TraditionalIoisDiagram.tsx'

const pictures = [
  { name: 'about.traditional', lead: 'about.traditionalLead', Drawing: TraditionalIoisDiagram },
  { name: 'about.darkPool', lead: 'about.darkPoolLead', Drawing: DarkPoolDiagram },
  { name: 'about.solution', lead: 'about.solutionLead', Drawing: IoiSolutionDiagram },
] as const

/** What differs, in three pictures: side by side, or one after the other on a phone (specification 2). */
export function Diagrams() {
  const text = useText()
  const isNarrow = useIsNarrow()
  const shown = pictures.map(({ name, lead, Drawing }) => ({
    name: text(name),
    content: (
      <figure className="about-picture">
        <Drawing />
        <figcaption>
          <h3>{text(name)}</h3>
          <p>{text(lead)}</p>
        </figcaption>
      </figure>
    ),
  }))
  return (
    // On a phone the carousel is the region by this name.
    <section className="about-pictures" aria-labelledby={isNarrow ? undefined : 'about-pictures'}>
      <h2 id="about-pictures">{text('about.pictures')}</h2>
      {isNarrow ? (
        <Carousel
          label={text('about.pictures')}
          words={{
            back: text('about.back'),
            on: text('about.next'),
            pause: text('about.pause'),
            play: text('about.play'),
          }}
          slides={shown}
          visible={1}
          interval={intervals.aboutCarousel}
        />
      ) : (
        <div className="about-grid">
          {shown.map(({ name, content }) => (
            <div key={name}>{content}</div>
          ))}
        </div>
      )}
    </section>
  )
}
