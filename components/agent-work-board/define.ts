import { defineElement } from '../shared/define-element.js';
import { AgentWorkBoard } from './agent-work-board.js';

defineElement('agent-work-board', AgentWorkBoard);
