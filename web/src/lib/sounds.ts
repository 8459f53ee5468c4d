// Sounds made on the spot: no files. Each is a few notes or breaths of noise, soft and short.

export type Sound = 'card' | 'pencil' | 'stamp' | 'round' | 'turn';

interface Tone {
  at: number; // seconds from now
  lasts: number;
  pitch: number; // Hz; of noise, where it is loudest
  loud: number;
  noise?: boolean;
}

const SOUNDS: Record<Sound, Tone[]> = {
  card: [
    { at: 0, lasts: 0.07, pitch: 2400, loud: 0.25, noise: true },
    { at: 0.08, lasts: 0.05, pitch: 900, loud: 0.3, noise: true },
  ],
  pencil: [{ at: 0, lasts: 0.22, pitch: 4200, loud: 0.16, noise: true }],
  stamp: [
    { at: 0, lasts: 0.14, pitch: 95, loud: 0.5 },
    { at: 0, lasts: 0.05, pitch: 500, loud: 0.3, noise: true },
  ],
  round: [523, 659, 784].map((pitch, i) => ({ at: i * 0.13, lasts: 0.4, pitch, loud: 0.14 })),
  turn: [659, 880].map((pitch, i) => ({ at: i * 0.12, lasts: 0.3, pitch, loud: 0.16 })),
};

let context: AudioContext | null = null;

function source(audio: AudioContext, tone: Tone): AudioNode & { start(at: number): void; stop(at: number): void } {
  if (!tone.noise) return new OscillatorNode(audio, { frequency: tone.pitch });
  const buffer = audio.createBuffer(1, Math.ceil(tone.lasts * audio.sampleRate), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return new AudioBufferSourceNode(audio, { buffer });
}

function sound(audio: AudioContext, tone: Tone): void {
  const begins = audio.currentTime + tone.at;
  const from = source(audio, tone);
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, begins);
  gain.gain.linearRampToValueAtTime(tone.loud, begins + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, begins + tone.lasts);
  const shaped = tone.noise ? from.connect(new BiquadFilterNode(audio, { type: 'bandpass', frequency: tone.pitch })) : from;
  shaped.connect(gain).connect(audio.destination);
  from.start(begins);
  from.stop(begins + tone.lasts);
}

/** A browser that allows no sound yet, or has none, is silent. */
export function play(name: Sound): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const audio = context;
  const now = (): void => SOUNDS[name].forEach((tone) => sound(audio, tone));
  if (audio.state === 'running') now();
  else void audio.resume().then(now, () => undefined);
}
