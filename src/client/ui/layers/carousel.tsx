import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Swiper as SwiperInstance } from 'swiper';
import 'swiper/css';
import { A11y, Keyboard, Virtual } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import { buttonTexts, carouselTexts } from '#src/client/texts/ui-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './carousel.module.css';

/** Number of slides side by side from each window width on; one below the first. */
const breakpoints = {
  600: { slidesPerView: 2 },
  1424: { slidesPerView: 3 },
  1600: { slidesPerView: 4 },
  1800: { slidesPerView: 5 },
};

/** Enough that a swipe shows no gap. */
const nearby = { addSlidesBefore: 2, addSlidesAfter: 3 };

interface CarouselProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  render: (item: Item) => ReactNode;
  /** The person looks through the items. */
  onMove: () => void;
}

export function Carousel<Item>({ label, items, keyOf, render, onMove }: CarouselProps<Item>) {
  const [swiper, setSwiper] = useState<SwiperInstance | null>(null);
  const [edge, setEdge] = useState({ index: 0, isBeginning: true, isEnd: false });
  const follow = (at: SwiperInstance) =>
    setEdge({ index: at.activeIndex, isBeginning: at.isBeginning, isEnd: at.isEnd });
  return (
    <section className={`stack-12 ${styles.carousel}`} aria-roledescription="carousel" aria-label={label}>
      <Swiper
        className={styles.track ?? ''}
        modules={[A11y, Keyboard, Virtual]}
        keyboard
        // The library labels only the initial slides; each slide has its own label instead.
        a11y={{ slideLabelMessage: '', containerMessage: label }}
        // Virtualised: only slides near the viewport are rendered.
        virtual={nearby}
        watchSlidesProgress
        slidesPerView={1}
        spaceBetween={16}
        breakpoints={breakpoints}
        onSwiper={(made) => {
          setSwiper(made);
          follow(made);
        }}
        onSlideChange={(at) => {
          follow(at);
          onMove();
        }}
        onSlidesLengthChange={follow}
        onBreakpoint={follow}
      >
        {items.map((item, index) => (
          <SwiperSlide
            key={keyOf(item)}
            virtualIndex={index}
            role="group"
            aria-label={carouselTexts.place(index + 1, items.length)}
          >
            {({ isVisible }) => (
              // Slides out of view are out of the keyboard's reach, because the amount comes after 500
              // stalls.
              <div className={styles.slide} inert={!isVisible}>
                {render(item)}
              </div>
            )}
          </SwiperSlide>
        ))}
      </Swiper>
      <div className={styles.controls}>
        <Arrow
          of={ChevronLeft}
          label={buttonTexts.previous}
          disabled={edge.isBeginning}
          onTap={() => swiper?.slidePrev()}
        />
        <p className={styles.place} aria-live="polite">
          {carouselTexts.place(Math.min(edge.index + 1, items.length), items.length)}
        </p>
        <Arrow
          of={ChevronRight}
          label={buttonTexts.next}
          disabled={edge.isEnd}
          onTap={() => swiper?.slideNext()}
        />
      </div>
    </section>
  );
}

interface ArrowProps {
  of: LucideIcon;
  label: string;
  disabled: boolean;
  onTap: () => void;
}

function Arrow({ of, label, disabled, onTap }: ArrowProps) {
  return (
    <button type="button" className={styles.arrow} aria-label={label} disabled={disabled} onClick={onTap}>
      <Icon of={of} />
    </button>
  );
}
