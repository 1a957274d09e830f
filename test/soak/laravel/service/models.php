<?php
use Illuminate\Database\Eloquent\Model;
use Illuminate\Foundation\Auth\User;

class Person extends User
{
    protected $table = 'people';
    protected $guarded = [];
}

/** What belongs to the person who signs in. */
abstract class Owned extends Model
{
    protected $guarded = [];

    public static function mine()
    {
        return static::where('user_id', auth()->id());
    }
}

class Tool extends Owned
{
    protected $hidden = ['user_id', 'pivot'];
    protected $casts = ['headers' => 'array', 'schema' => 'array'];
}

class Assistant extends Owned
{
    protected $hidden = ['end_call_description', 'use_min_interrupt_words'];
    protected $casts = [
        'variables' => 'array', 'post_call_schema' => 'array', 'filler_config' => 'array', 'widget_settings' => 'array',
        'post_call_evaluation' => 'boolean', 'is_webhook_active' => 'boolean', 'record' => 'boolean', 'allow_interruptions' => 'boolean',
        'enable_noise_cancellation' => 'boolean', 'wait_for_customer' => 'boolean', 'send_webhook_only_on_completed' => 'boolean',
        'include_recording_in_webhook' => 'boolean', 'fillers' => 'integer', 'end_call_on_voicemail' => 'integer', 'voice_id' => 'integer',
        'language_id' => 'integer', 'llm_model_id' => 'integer', 'phone_number_id' => 'integer', 'max_duration' => 'integer',
        'max_silence_duration' => 'integer', 'reengagement_interval' => 'integer', 'min_interrupt_words' => 'integer',
        'llm_temperature' => 'decimal:2', 'voice_stability' => 'decimal:2', 'voice_similarity' => 'decimal:2', 'speech_speed' => 'decimal:2',
        'ambient_sound_volume' => 'decimal:2', 'endpoint_sensitivity' => 'float', 'interrupt_sensitivity' => 'float',
    ];

    public function tools()
    {
        return $this->belongsToMany(Tool::class, 'attached');
    }
}

class Campaign extends Owned
{
    protected $hidden = ['user_id'];
}

class Lead extends Owned
{
    protected $hidden = ['user_id'];
    protected $casts = ['campaign_id' => 'integer', 'variables' => 'array', 'created_at' => 'datetime:Y-m-d H:i:s', 'updated_at' => 'datetime:Y-m-d H:i:s'];

    public function campaign()
    {
        return $this->belongsTo(Campaign::class)->select('id', 'name');
    }

    public function secondary_contacts()
    {
        return $this->hasMany(Contact::class);
    }
}

class Contact extends Model
{
    protected $guarded = [];
    protected $hidden = ['lead_id'];
    protected $casts = ['variables' => 'array'];
}
