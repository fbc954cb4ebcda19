import { createApp } from 'vue';
import { start } from '../../shared/party.js';
import App from './App.vue';

start(() => createApp(App).mount('#app'));
