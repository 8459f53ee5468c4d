import { mount } from 'svelte';
import App from './App.svelte';
import { begin } from './lib/language';
import { keepShell } from './lib/offline.svelte';
import { startTheme } from './lib/theme.svelte';
import './style.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

startTheme();
await begin();
mount(App, { target });
keepShell();
