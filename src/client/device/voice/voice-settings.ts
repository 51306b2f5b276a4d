import { keepChoice, readChoice } from '../kept-choice.ts';

const usual = 0.8;

/** Returns the volume of speech on this device: 0 (off) to 1. */
export function readVoice(): number {
  const told = Number(readChoice('voice') ?? usual);
  return told >= 0 && told <= 1 ? told : usual;
}

export function rememberVoice(volume: number): void {
  keepChoice('voice', String(volume));
}
